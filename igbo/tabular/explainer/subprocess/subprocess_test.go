//go:build unix

package subprocess

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// rows returns n rows of one cell with characters that CSV must quote.
func rows(n int) (list [][]string) {
	for range n {
		list = append(list, []string{"a,\"b\nc", "1"})
	}
	return list
}

// script returns a shell script as a program.
func script(t *testing.T, text string) *Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a program.sh")
	must.Do(t, os.WriteFile(file, []byte(text+"\n"), 0o666))
	return must.Of(New("/bin/sh '"+file+"'", []string{"x y", "z"})).In(t)
}

// TestProgramsThatDoOtherwise checks that each misbehaving program causes a prompt one-line error
// that describes the problem, and that no process remains.
func TestProgramsThatDoOtherwise(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
	}{
		"dies":           {"echo 1; echo Traceback >&2; echo 'ValueError: no column x' >&2; exit 3", "failed after 1 of 3 answers: exit status 3; it said last: \"ValueError: no column x\""},
		"dies at once":   {"exit 1", "failed after 0 of 3"},
		"too few":        {"cat >/dev/null; echo 1; echo 2", "returned 2 numbers for 3 rows"},
		"too many":       {"cat >/dev/null; for i in 1 2 3 4; do echo $i; done", "returned more numbers than the 3 rows"},
		"floods":         {"yes 1", "returned more numbers than the 3 rows"},
		"floods a line":  {"yes | tr -d '\\n'", "wrote a line of more than 1024 bytes"},
		"floods errors":  {"yes no | head -c 3000000 >&2; echo last >&2; exit 1", "it said last: \"last\""},
		"a header":       {"cat >/dev/null; echo price; echo 1; echo 2; echo 3", "wrote \"price\" as its first line, want a number and no header"},
		"words":          {"cat >/dev/null; echo 1; echo two; echo 3", "wrote \"two\" as answer 2, want a finite number"},
		"nan":            {"cat >/dev/null; echo 1; echo nan; echo 3", "wrote \"nan\" as answer 2"},
		"killed":         {"kill -9 $$", "signal: killed"},
		"nothing":        {"cat >/dev/null", "returned 0 numbers"},
		"hangs":          {"cat >/dev/null; echo 1; sleep 1000", "has not answered 3 rows in time"},
		"hangs unread":   {"sleep 1000", "has not answered 3 rows in time"},
		"hangs below":    {"sleep 1000 & echo 1; echo 2; echo 3", "has not answered 3 rows in time"},
		"hangs stubborn": {"trap '' TERM INT HUP; while :; do sleep 0.1; done", "has not answered 3 rows in time"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			if strings.HasPrefix(name, "hangs") {
				ctx, cancel = context.WithTimeout(context.Background(), 300*time.Millisecond)
			}
			defer cancel()
			began := time.Now()
			_, err := script(t, c.text).Answers(ctx, rows(3))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "subprocess: ") {
				t.Errorf("%v, want %q in one line", err, c.want)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// TestAnswers checks that rows are written as CSV with a header, once each and in order, and that
// the predictions are read. Many rows must not block, whether a program reads all of them first,
// answers each one immediately, or reads none.
func TestAnswers(t *testing.T) {
	ctx := context.Background()
	p := script(t, `read head; test "$head" = "x y,z" || exit 9; awk 'BEGIN{RS="\"\"b"} NR>1{print NR-1; print ""}'`)
	if y, err := p.Answers(ctx, rows(3)); err != nil || !slices.Equal(y, []float64{1, 2, 3}) {
		t.Errorf("%v, %v", y, err)
	}
	many := make([][]string, 200_000)
	for i := range many {
		many[i] = []string{"abcdefgh", "1"}
	}
	for _, text := range []string{"tail -n +2 | sed 's/.*/-1.5e3/'", "sed -u 1d | sed 's/.*/-1.5e3/'", "yes -- -1.5e3 | head -200000"} {
		if y, err := script(t, text).Answers(ctx, many); err != nil || len(y) != len(many) || y[0] != -1500 || y[len(y)-1] != -1500 {
			t.Errorf("%s: %d answers, %v", text, len(y), err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.Answers(ended, rows(3)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}

// TestCommandLines checks that words are split at spaces, that quotes keep them together, and that
// no other character is special.
func TestCommandLines(t *testing.T) {
	for line, want := range map[string][]string{
		"python predict.py": {"python", "predict.py"}, " a  b\tc ": {"a", "b", "c"}, `a "b c" 'd "e'`: {"a", "b c", `d "e`}, `a''b "" c\d`: {"ab", "", `c\d`},
		"a $HOME * | b > c ; d && e `f`": {"a", "$HOME", "*", "|", "b", ">", "c", ";", "d", "&&", "e", "`f`"},
	} {
		if got, err := splitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{"": "is empty", "  ": "is empty", "''": "is empty", "a 'b": "an unclosed quote '"} {
		if _, err := New(line, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
	if _, err := (&Program{words: []string{"/nonexistent/program"}, line: "x"}).Answers(context.Background(), rows(1)); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Error(err)
	}
}
