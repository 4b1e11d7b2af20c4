"""Pictures of learned controls and proxies."""
