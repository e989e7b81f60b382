package past

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func add(t *testing.T, f *File, count int, code string) {
	t.Helper()
	if err := f.Add(&Entry{Count: count, Code: code}); err != nil {
		t.Error(err)
	}
}

// TestSessions checks that concurrent kernels have different session numbers, and see what others have stored.
func TestSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "history")
	var all sync.WaitGroup
	for range 8 {
		f := &File{Path: path}
		all.Go(func() {
			for i := range 10 {
				add(t, f, i+1, "x\ny")
			}
		})
	}
	all.Wait()
	f := &File{Path: path}
	before, session, err := f.Before()
	if err != nil || session != 9 || len(before) != 80 {
		t.Fatalf("%d entries, session %d, %v", len(before), session, err)
	}
	for i, e := range before {
		if e.Session != i/10+1 || e.Count != i%10+1 || e.Code != "x\ny" {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
	add(t, f, 1, "z")
	if before, session, _ := f.Before(); session != 9 || len(before) != 80 {
		t.Errorf("%d entries before session %d", len(before), session)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}

// TestBounds checks that the file stays small, that the newest entries are kept, and that damaged lines are skipped.
func TestBounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("{\"session\":3,\"count\":1,\"code\":\"a\"}\nnonsense\n{\"session\":-1,\"count\":2}\n{\"sess"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := &File{Path: path, most: 2000}
	if before, session, err := f.Before(); err != nil || session != 4 || len(before) != 1 {
		t.Fatalf("%+v, session %d, %v", before, session, err)
	}
	add(t, f, 1, "lost with the line that was cut")
	add(t, f, 2, strings.Repeat("long", longestCell))
	for i := range 200 {
		add(t, f, i+3, strings.Repeat("x", i%20))
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > 2100 || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	before, session, err := (&File{Path: path}).Before()
	if err != nil || session != 5 || len(before) < 10 || before[len(before)-1].Count != 202 {
		t.Errorf("%d entries, session %d, %v", len(before), session, err)
	}
}

// TestUnwritable checks that the error about a read-only file names the file.
func TestUnwritable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := (&File{Path: path}).Add(&Entry{Count: 1, Code: "x"}); err == nil || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
}

// TestForeign checks that a file that is not a history is unchanged, and that cells are stored after a line without an end.
func TestForeign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	notes := strings.Repeat("my notes\n", 1000)
	if err := os.WriteFile(path, []byte(notes), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &File{Path: path, most: 2000}
	if err := f.Add(&Entry{Count: 1, Code: "x"}); err == nil || !strings.Contains(err.Error(), "not a history of igbolab") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != notes {
		t.Errorf("the file has changed: %v", err)
	}
	if err := os.WriteFile(path, []byte("{\"session\":1,\"count\":1,\"code\":\"a\"}\n"+strings.Repeat("x", 2*longestCell)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f = &File{Path: path}
	add(t, f, 1, "b")
	if before, session, err := f.Before(); err != nil || session != 2 || len(before) != 1 {
		t.Errorf("%+v, session %d, %v", before, session, err)
	}
}
