package datasets

import _ "embed"

//go:embed anes96.csv
var anes96CSV string

// Anes96 returns a table of 944 voters in 1996 (public domain; see anes96.md). It contains numbers and the
// expected vote, which has two classes. A plausible importance order for the vote is the party (PID), then the
// voter's own leaning (selfLR), then age, education and income.
func Anes96() File { return File{"anes96.csv", anes96CSV} }
