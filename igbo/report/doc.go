// Package report makes one page of every study's tables and figures. In flow results:
// those that are committed beside the studies ([Committed]), and those that a run left in
// folders ([Read]); out flows a page ([Page]) that says of each its question, the command that makes it
// again, its seeds, and the versions and the machine of the run where they are known.
package report
