package magic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSplit checks that kernel lines and Go code alternate, and that code keeps its lines.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		code string
		want []Part
	}{
		{"", nil},
		{"// nothing\n", nil},
		{"x := 1", []Part{{Code: "x := 1", At: 1}}},
		{"%cd a\n!ls\nx := 1\n", []Part{{Line: "%cd a", At: 1}, {Line: "!ls", At: 2}, {Code: "\n\nx := 1\n", At: 3}}},
		{"x := 1\n!ls\ny := x\n", []Part{{Code: "x := 1\n", At: 1}, {Line: "!ls", At: 2}, {Code: "\n\ny := x\n", At: 3}}},
		{"x := 1\n!echo a \\\n b\n", []Part{{Code: "x := 1\n", At: 1}, {Line: "!echo a   b", At: 2}}},
		{"s := `\n!ls\n`", []Part{{Code: "s := `\n!ls\n`", At: 1}}},
		{"!ls\n// a comment\n!ls", []Part{{Line: "!ls", At: 1}, {Line: "!ls", At: 3}}},
		{"x?\nx := )", []Part{{Line: "x?", At: 1}, {Code: "\nx := )", At: 2}}},
		{"/* open", []Part{{Code: "/* open", At: 1}}},
	} {
		if got := Split(c.code); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.code, got, c.want)
		}
	}
	if got := (Part{At: 3}).Within("f()"); got.Code != "\n\nf()" {
		t.Errorf("%+v", got)
	}
}

// TestBody checks that lines that apply to the whole cell are omitted, and that other languages are distinguished from Go.
func TestBody(t *testing.T) {
	for code, want := range map[string]string{"%%time\nx": "      \nx", "%%time\r\n%%capture a\nx": "       \n           \nx", "%% --n 1\nx": "%% --n 1\nx", "x": "x", "%%time": "      "} {
		if got, script := Body(code); got != want || script {
			t.Errorf("%q: %q %v", code, got, script)
		}
	}
	for _, code := range []string{"%%bash\nls", "%%time\n%%writefile a\nb", "%%nosuch\nx"} {
		if _, script := Body(code); !script {
			t.Errorf("%q is taken for Go", code)
		}
	}
}

// TestWords checks that quotes keep blanks, and that quoted text is read as one word.
func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"%args --a  b": {"%args", "--a", "b"}, `%args "a b" c"d e"`: {"%args", "a b", "cd e"}, `%goflags ""`: {"%goflags", ""},
		`%x a\b "a\"b\\\n"`: {"%x", `a\b`, "a\"b\\\n"}, "": nil,
	} {
		if got := Words(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for _, word := range []string{"", "a b", "a\"\\b\n\tc"} {
		if got := Words("x " + Quote(word)); len(got) != 2 || got[1] != word {
			t.Errorf("%q became %q", word, got)
		}
	}
}

// TestUnknown checks that the message about an unknown magic names the nearest one.
func TestUnknown(t *testing.T) {
	for name, want := range map[string]string{"%tiem": "%time", "%timit": "%timeit", "%%bsh": "%%bash", "%lsmagics": "%lsmagic", "%xyzzyx": "", "%capure": "%capture"} {
		if got := Nearest(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if _, known := Find(name); known {
			t.Errorf("%s is known", name)
		}
	}
	if got := Unknown("%tiem"); got != "unknown magic %tiem (did you mean %time?); run %lsmagic to list all magics" {
		t.Error(got)
	}
}

// TestTexts checks that the help names only existing magics and fits into a window, and that the list has all magics.
func TestTexts(t *testing.T) {
	for line := range strings.Lines(Help) {
		if len(strings.TrimSpace(line)) > 110 {
			t.Errorf("long: %s", line)
		}
		for _, word := range strings.Fields(line) {
			word = strings.Trim(word, ".,:;()")
			if _, known := Find(word); strings.HasPrefix(word, "%") && len(word) > 2 && !known {
				t.Errorf("%s is not a magic", word)
			}
		}
	}
	if n := strings.Count(Help, "\n"); n > 40 {
		t.Errorf("%d lines", n)
	}
	for _, m := range slices.Concat(All, Scripts) {
		if !strings.Contains(List(), "  "+m.Usage()+" ") || !strings.Contains(List(), m.Does+"\n") {
			t.Errorf("the list lacks %s", m.Name)
		}
	}
}

// TestAround checks that a magic is found at its name.
func TestAround(t *testing.T) {
	for at, want := range map[int]string{0: "", 2: "%time", 4: "%time", 7: "%time", 8: "", 11: ""} {
		if m, _ := Around("x\n%time x\ny", at); m.Name != want {
			t.Errorf("at %d: %q, want %q", at, m.Name, want)
		}
	}
}

// TestComplete checks that magics and folders are completed in their lines.
func TestComplete(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data/in", "docs", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "d.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code string
		want []string
		from int
		ours bool
	}{
		{"x\n%tim", []string{"%time", "%timeit"}, 2, true},
		{"%%tim", []string{"%%time", "%%timeit"}, 0, true},
		{"x\n%%ba", nil, 2, true},
		{"%cd d", []string{"data/", "docs/"}, 4, true},
		{"%cd data/", []string{"data/in/"}, 4, true},
		{"%cd " + dir + "/do", []string{dir + "/docs/"}, 4, true},
		{"%time fm", nil, 8, false},
		{"%env A", nil, 6, true},
		{"x = 3 % t", nil, 9, false},
	} {
		names, from, ours := Complete(c.code, len(c.code), dir)
		if !slices.Equal(names, c.want) || from != c.from || ours != c.ours {
			t.Errorf("%q: %q, %d, %v", c.code, names, from, ours)
		}
	}
}
