// Package studies has the commands that run studies: study, and under names of
// their own reproduce and pareto.
//
// What flows in: flags and names, which settle into a study's settings, and
// parts in folders. What flows out: a result's files, tables and JSON, or the
// script and the shares of a cluster's job.
package studies
