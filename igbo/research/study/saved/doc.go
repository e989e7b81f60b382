// Package saved reads and writes a study's result folder. It reports which files the folder has, which study they belong to,
// and whether they are complete. Use [ReadRecord] to read the record of a folder. Package catalog decodes the result.
package saved
