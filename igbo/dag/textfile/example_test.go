package textfile_test

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// An error names the package, the file and the line.
func ExampleTable_Next() {
	table, err := textfile.NewTable("scores", "s.csv", strings.NewReader("age,income\n0.5,0.1\n0.4\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		record, line, err := table.Next()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(line, record)
	}
	// Output:
	// 2 [0.5 0.1]
	// scores: s.csv:3: the row has 1 fields, want 2, as in the header
}
