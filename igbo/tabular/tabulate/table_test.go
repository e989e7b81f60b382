package tabulate

import (
	"slices"
	"strings"
	"testing"
)

// TestTable checks text, Markdown and CSV, which has all digits.
func TestTable(t *testing.T) {
	x := 1.0 / 3
	table := Table{
		Name: "t", Title: "Title", Notes: []string{"One.", "Two."}, Header: []string{"a", "b"}, Rows: [][]string{{"x|y", "0.333"}},
		Data: [][]string{{"a", "b"}, {"x|y", Full(&x)}},
	}
	for got, want := range map[string]string{
		table.Text():        "Title\na    b\nx|y  0.333\n\nOne.\nTwo.\n",
		table.Markdown():    "# Title\n\n| a | b |\n| --- | --- |\n| x\\|y | 0.333 |\n\n- One.\n- Two.\n",
		string(table.CSV()): "a,b\nx|y,0.3333333333333333\n",
		string(Table{Header: []string{"a"}}.CSV()): "a\n",
		Slug("Two sets, of 8"):                     "two-sets-of-8",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestRows checks that each row has as many cells as the header, and in Data as many as its first
// line.
func TestRows(t *testing.T) {
	table := Table{}
	table.Columns("method", "method")
	table.Columns("ratio", Ends("ratio")...)
	table.Columns("edges", "edges", "all")
	third := 1.0 / 3
	table.Add(Words("a"), Field{[]string{"0.33 [0.25, 0.50]"}, []string{"0.3333333333333333", "0.25", "0.5"}}, Count(3), InFull(4))
	table.Add(Words("b"), Missing(3), Shown("–"), InFull(third, true))
	table.Add(Words("c"), Field{[]string{"2.0"}, []string{"2", "", ""}}, Number("%.0f", 2), InFull(""))
	for i, want := range [][]string{
		{"a", "0.33 [0.25, 0.50]", "3"}, {"b", "–", "–"}, {"c", "2.0", "2"},
	} {
		if !slices.Equal(table.Rows[i], want) {
			t.Errorf("row %q, want %q", table.Rows[i], want)
		}
	}
	for i, want := range [][]string{
		{"method", "ratio", "ratio_low", "ratio_high", "edges", "all"}, {"a", "0.3333333333333333", "0.25", "0.5", "3", "4"},
		{"b", "", "", "", "0.3333333333333333", "true"}, {"c", "2", "", "", "2", ""},
	} {
		if !slices.Equal(table.Data[i], want) {
			t.Errorf("line %q, want %q", table.Data[i], want)
		}
	}
}

// TestMinus checks that tables for readers have minus signs as in figures, and files have hyphens
// as in numbers.
func TestMinus(t *testing.T) {
	table := Table{Header: []string{"model", "d"}, Rows: [][]string{{"gru-1", "-0.01 [-1.31, 2e-05]"}}, Notes: []string{"It is -3 of gru-2, -.5 with --seeds 2."}}
	for _, text := range []string{table.Text(), table.Markdown()} {
		if !strings.Contains(text, "gru-1") || !strings.Contains(text, "−0.01 [−1.31, 2e-05]") || !strings.Contains(text, "It is −3 of gru-2, −.5 with --seeds 2.") {
			t.Errorf("%s", text)
		}
	}
	if text := string(table.CSV()); !strings.Contains(text, "-0.01 [-1.31") {
		t.Errorf("%s", text)
	}
}
