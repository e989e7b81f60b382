package stateful

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDeathInPieces checks that the runtime's fatal message is recognised if it is written in pieces, after output of cells.
func TestDeathInPieces(t *testing.T) {
	for _, pieces := range [][]string{
		{"fatal error: stack overflow\n\nruntime stack:\n"},
		{"said before\nfatal error: ", "stack overflow", "\n", "\nruntime stack:\n"},
		{"no line", "\nfat", "al error: stack overflow", "\n"},
		{"\x00igbolab:7\x00", "fatal error: ", "stack overflow\n"},
		{"not a fatal error: of ours\nfatal error: stack overflow", "\n"},
	} {
		p, s := &process{}, &stream{name: "stderr"}
		for i, piece := range pieces {
			if got := p.fatal.Load(); i < len(pieces)-1 && got != nil {
				t.Errorf("%q: read as %q before its line ended", pieces, *got)
			}
			p.deathIn(s, piece)
		}
		if got := p.fatal.Load(); got == nil || *got != "fatal error: stack overflow" {
			t.Errorf("%q: not read", pieces)
		}
	}
	p, s := &process{}, &stream{name: "stderr"}
	p.deathIn(s, "not a fatal error: at all\n")
	if p.fatal.Load() != nil || s.line != "" {
		t.Error("a line that only holds the words is a death")
	}
}

// TestStreamEndsWithProcess checks that everything that an ended process left in a stream is read, although another program keeps the
// stream open.
func TestStreamEndsWithProcess(t *testing.T) {
	for _, left := range []string{"", "last words\n", strings.Repeat("many words\n", 5000)} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		must.Of(io.WriteString(w, left)).In(t)
		s, all := &stream{name: "stdout", file: r}, strings.Builder{}
		s.finish()
		(&process{marks: map[string]chan struct{}{}}).read(s, func(_, text string) { all.WriteString(text) })
		if all.String() != left {
			t.Errorf("read %d bytes of %d", all.Len(), len(left))
		}
	}
}

// TestMarkTwice checks that a mark that a cell prints itself, even twice, does no harm.
func TestMarkTwice(t *testing.T) {
	p := &process{marks: map[string]chan struct{}{}}
	shown := ""
	rest := p.pass("stdout", "a\x00igbolab:1\x00b\x00igbolab:1\x00", func(_, text string) { shown += text })
	if shown != "ab" || len(rest) != 0 {
		t.Errorf("shown %q, left %q", shown, rest)
	}
	select {
	case <-p.mark("stdout\x00igbolab:1\x00"):
	default:
		t.Error("the mark is not reached")
	}
}
