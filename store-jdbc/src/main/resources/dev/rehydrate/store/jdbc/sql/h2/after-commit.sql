-- A commit writes the file; only this forces it to the disk.
checkpoint sync;
