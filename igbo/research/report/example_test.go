package report_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/report"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// Make a page of one study with its committed result. For a page of all studies, pass the entries that Committed returns.
func ExamplePage() {
	d, err := catalog.Find("recurrence")
	check(err)
	result, err := d.Reported()
	check(err)
	page, err := report.Page([]report.Entry{{Instance: d.New(), Result: result}})
	check(err)
	fmt.Println(page.Title)
	for _, s := range page.Sections {
		fmt.Println(s.Title+":", s.About)
	}
	// Output:
	// Results of the IGBO studies
	// recurrence: How many edges does the same rule draw again on fresh points of the same teacher?
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
