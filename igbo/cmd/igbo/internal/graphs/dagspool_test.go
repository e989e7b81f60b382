package graphs

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pipedDAG runs `igbo dag -` with a pipe as standard input, which cannot be rewound.
func pipedDAG(t *testing.T, text string, args ...string) (string, error) {
	t.Helper()
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	go func() {
		io.WriteString(feed, text) // fails where the command stops reading
		feed.Close()
	}()
	cmd := NewDAGCommand()
	var out bytes.Buffer
	cmd.SetIn(in)
	cmd.SetOut(&out)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(append([]string{"-"}, args...))
	err = cmd.Execute()
	return out.String(), err
}

// What comes through a pipe gives what a file gives, also where it is read twice, and leaves
// nothing behind.
func TestDAGCommandReadsPipes(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	path := filepath.Join(t.TempDir(), "scores.csv")
	header, rows, _ := strings.Cut(scoresCSV(), "\n")
	rows = strings.Repeat(rows, 60) // so many that they are not held
	long := header + "\n" + rows
	tiny := header + "\n" + strings.ReplaceAll(strings.ReplaceAll(rows, "\n", "e-120\n"), ",", "e-120,")
	for what, text := range map[string]string{"few scores": scoresCSV(), "scores": long, "scores of 1e-120": tiny, "a fault": "a,b\n1,2\n3,x\n", "nothing": "a,b\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{nil, {"--batches", "20"}, {"--estimator", "bootstrap"}, {"--estimator", "auto"}, {"--fdr", "0.05"}} {
			args = append(args, "--resamples", "20", "--format", "json", "--min-epsilon", "1e-130")
			want, wantErr := runDAG(append([]string{path}, args...)...)
			got, err := pipedDAG(t, text, args...)
			if got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%s, %v: got %v\n%.300s\nwant %v\n%.300s", what, args, err, got, wantErr, want)
			}
			if wantErr != nil && strings.ReplaceAll(wantErr.Error(), path, "standard input") != err.Error() {
				t.Errorf("%s, %v: got %v, want %v", what, args, err, wantErr)
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// What is too large to keep is said where it is missed, and only there.
func TestSpoolSaysWhatIsLost(t *testing.T) {
	s := &spool{name: "standard input", in: io.MultiReader(strings.NewReader(scoresCSV())), most: 100}
	first, err := s.source()
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = first.Next()
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	if _, err := s.source(); err == nil || !strings.Contains(err.Error(), "must be read a second time, and is not kept: it has more than") {
		t.Errorf("got %v, want what is lost", err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

// An input that can be rewound is read again from where it began.
func TestSpoolRewinds(t *testing.T) {
	in := strings.NewReader("not for us\na,b\n1,2\n")
	if _, err := in.Seek(11, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	s := &spool{name: "in", in: in}
	for range 3 {
		r, err := s.source()
		if err != nil {
			t.Fatal(err)
		}
		if row, err := r.Next(); err != nil || row[1] != 2 || r.Names()[0] != "a" {
			t.Errorf("got %v of %v, %v", row, r.Names(), err)
		}
	}
	if s.file != nil {
		t.Error("a copy was made")
	}
}
