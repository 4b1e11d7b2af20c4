"""Handle IK: painted rigid handles, sculpted poses, direct manipulation [Baerentzen]."""
