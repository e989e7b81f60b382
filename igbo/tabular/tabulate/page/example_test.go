package page_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate/page"
)

// This example creates a page with a statement and a list of facts.
func Example() {
	p := page.Page{Title: "Penguins", Sections: []page.Section{{
		Title:  "Data",
		Blocks: []page.Block{page.Statement("The data have 333 rows."), page.Facts{{"target", "species"}}},
	}}}
	html, err := p.HTML(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.HasPrefix(html, []byte("<!")), bytes.Contains(html, []byte("The data have 333 rows.")))
	// Output: true true
}
