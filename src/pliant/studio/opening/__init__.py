"""Opening models: files and samples in, a first document out."""
