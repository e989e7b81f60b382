package textfile

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// readAll reads a table to its end.
func readAll(r io.Reader) (records [][]string, err error) {
	t, err := NewTable("own", "f.csv", r)
	if err != nil {
		return nil, err
	}
	for {
		record, _, err := t.Next()
		if errors.Is(err, io.EOF) {
			return records, nil
		}
		if err != nil {
			return records, err
		}
		records = append(records, slices.Clone(record))
	}
}

// endless is a file with one line that never ends.
type endless struct{ fill byte }

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.fill
	}
	return len(p), nil
}

// TestEndlessLines checks that reading stops if a file has no line ends.
func TestEndlessLines(t *testing.T) {
	for _, head := range []string{"", "a,b\n", "winner,loser\n", "\"", "a,b\n1,\""} {
		_, err := readAll(io.MultiReader(strings.NewReader(head), endless{'0'}))
		if err == nil || !strings.HasPrefix(err.Error(), "own: ") {
			t.Errorf("%q and then an endless line: got %v", head, err)
		}
	}
}

func TestTableForms(t *testing.T) {
	for _, text := range []string{"a,b\n1,2\n", "\ufeffa,b\r\n1,2\r\n", "\ufeff\"a\",\"b\"\n1,2\n", "a,b\n1,2", "a,b\n\n1,2\n\n", "a , b\n 1 , 2\n"} {
		if got, err := readAll(strings.NewReader(text)); err != nil || len(got) != 1 || !slices.Equal(got[0], []string{"1", "2"}) {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}

// TestErrors checks that an error gives its position as precisely as it is known, and truncates its
// message.
func TestErrors(t *testing.T) {
	for want, e := range map[string]Error{
		"own: f:3:4: wrong":  {Package: "own", File: "f", Line: 3, Column: 4, Message: "wrong"},
		"own: f:3: wrong":    {Package: "own", File: "f", Line: 3, Message: "wrong"},
		"own: line 3: wrong": {Package: "own", Line: 3, Column: 4, Message: "wrong"},
		"own: line 1: " + strings.Repeat("é", shownMessage-1) + "…": {Package: "own", Line: 1, Message: strings.Repeat("é", 1<<20)},
	} {
		if e.Error() != want {
			t.Errorf("got %s, want %s", e.Error(), want)
		}
	}
}
