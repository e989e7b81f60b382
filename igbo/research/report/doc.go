// Package report creates a page with the tables and figures of all studies. Use it through `igbo report`.
//
// The inputs are results: the committed ones ([Committed]), or those that a run wrote to folders ([Read]). The [Page] has, for
// each study, the question, the command, the seeds and, if known, the versions and the machine of the run.
package report
