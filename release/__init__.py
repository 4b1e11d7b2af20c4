"""What a release needs: `python -m release` builds and checks the wheel and the source archive."""
