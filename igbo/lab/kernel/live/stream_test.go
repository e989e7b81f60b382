package live

import "testing"

// TestDeathInPieces: the runtime writes its last words piece by piece, after what cells wrote.
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
