// Package studies implements the commands that run studies: study with its subcommands, reproduce and pareto. Flags set the settings of a
// study. The commands write files, tables and JSON, or the script and the shares of a cluster job.
package studies
