package report

import (
	"bytes"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// leave writes the committed result of a study to a folder, as a run does.
func leave(t *testing.T, dir, name string, changed ...string) {
	t.Helper()
	d := must.Of(catalog.Find(name)).In(t)
	i, text := d.New(), d.Committed()
	for j := 0; j+1 < len(changed); j += 2 {
		text = bytes.Replace(text, []byte(changed[j]), []byte(changed[j+1]), 1)
	}
	record := must.Of(study.MarshalJSON(saved.NewRecord(name, text, nil, i.Settings))).In(t)
	must.Do(t, os.MkdirAll(dir, 0o777))
	for file, content := range map[string][]byte{saved.RecordFile: record, saved.ResultFile: text, saved.TimingsFile: d.Timings()} {
		if content != nil {
			must.Do(t, os.WriteFile(filepath.Join(dir, file), content, 0o666))
		}
	}
}

// made returns the text of the page of entries.
func made(t *testing.T, entries []Entry) string {
	t.Helper()
	p := must.Of(Page(entries)).In(t)
	text := must.Of(p.HTML(nil)).In(t)
	return string(text)
}

// TestCommitted checks that the page has every table and figure of each committed result and the command that makes it, and
// names the studies without a result.
func TestCommitted(t *testing.T) {
	entries := must.Of(Committed()).In(t)
	if len(entries) != len(catalog.Studies()) {
		t.Errorf("%d entries, want all studies", len(entries))
	}
	text := made(t, entries)
	for _, e := range entries {
		if e.Result == nil {
			if !strings.Contains(text, "igbo study run "+e.Name+"<") {
				t.Errorf("%s, which has no result, is not named", e.Name)
			}
			continue
		}
		tables := e.Result.Tables()
		if answer, err := e.answer(tables); err != nil || answer == "" || !strings.Contains(text, html.EscapeString(answer)) {
			t.Errorf("%s: no answer: %q, %v", e.Name, answer, err)
		}
		for _, table := range tables {
			if !strings.Contains(text, table.HTML()) {
				t.Errorf("%s lacks the table %s", e.Name, table.Name)
			}
		}
		figures := must.Of(e.Result.Figures()).In(t)
		section := text[strings.Index(text, `<section id="`+e.Name+`"`):]
		section = section[:strings.Index(section, "</section>")]
		if n := strings.Count(section, "<svg"); n != len(figures) || n == 0 {
			t.Errorf("%s: %d figures, want %d", e.Name, n, len(figures))
		}
		if !strings.Contains(section, "<pre><code>igbo ") || !strings.Contains(section, "<dt>Seeds</dt>") {
			t.Errorf("%s: no command or no seeds", e.Name)
		}
	}
	some := sweep.Part(entries, 6, rand.IntN(6))
	once, again := made(t, some), made(t, some)
	for i := range min(len(once), len(again)) {
		if once[i] != again[i] {
			t.Fatalf("the same results make another page: %q, then %q", once[max(0, i-200):min(i+100, len(once))], again[max(0, i-200):min(i+100, len(again))])
		}
	}
	if len(once) != len(again) {
		t.Errorf("the same results make pages of %d and %d bytes", len(once), len(again))
	}
}

// TestRead checks that results are read from folders and their direct subfolders, in the order of the studies and once each.
// The command must contain the changed settings, and the facts the machine.
func TestRead(t *testing.T) {
	out := filepath.Join(t.TempDir(), "of [mine]*")
	leave(t, filepath.Join(out, "front"), "routing", `"steps":1500`, `"steps":1400`)
	leave(t, out, "ablation")
	leave(t, filepath.Join(out, "curves"), "learning-curves") // its result does not contain its settings
	entries := must.Of(Read(out, filepath.Join(out, "front"))).In(t)
	if len(entries) != 3 || entries[0].Name != "ablation" || entries[2].Name != "routing" {
		t.Fatalf("%d entries, want ablation, learning-curves and routing", len(entries))
	}
	text := made(t, entries)
	for _, want := range []string{
		"<code>igbo reproduce --ablation</code>", "<code>igbo study run routing --set front.assessor.steps=1400</code>", "20, starting at 1", "3 with a result, 0 without",
		"There is no written answer for these settings", entries[0].Run.Processor, "github.com/gomlx/gomlx v", "versions and machine were not recorded", filepath.Base(out),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(text, "There is no written answer"); n != 1 {
		t.Errorf("%d studies without an answer, want the one of other settings", n)
	}
	if strings.Contains(text, "without-a-result") {
		t.Error("studies nobody asked for are missed")
	}
}

// TestReadRefuses checks the errors for folders without a result, damaged results, unknown studies and two results of one
// study.
func TestReadRefuses(t *testing.T) {
	spoil := func(file, old, by string) func(dir string) {
		return func(dir string) {
			leave(t, dir, "teacher-student")
			path := filepath.Join(dir, file)
			text := must.Of(os.ReadFile(path)).In(t)
			must.Do(t, os.WriteFile(path, bytes.Replace(text, []byte(old), []byte(by), 1), 0o666))
		}
	}
	for _, c := range []struct {
		name, want string
		make       func(dir string)
	}{
		{"nothing", "has no study.json", func(string) {}},
		{"altered", "truncated, changed or replaced", spoil(saved.ResultFile, "0.5", "0.6")},
		{"an unknown study", `study "astrology" not found`, spoil(saved.RecordFile, "teacher-student", "astrology")},
		{"a broken record", "study.json is damaged", spoil(saved.RecordFile, "{", "")},
		{"broken timings", "timings.json of teacher-student is damaged", spoil(saved.TimingsFile, "{", "")},
		{"a result below that is altered", "truncated, changed or replaced", func(dir string) {
			leave(t, dir, "routing")
			spoil(saved.ResultFile, "0.5", "0.6")(filepath.Join(dir, "below"))
		}},
		{"two of one study", "both contain a result of teacher-student", func(dir string) {
			leave(t, filepath.Join(dir, "a"), "teacher-student")
			leave(t, filepath.Join(dir, "b"), "teacher-student")
		}},
	} {
		dir := t.TempDir()
		c.make(dir)
		if entries, err := Read(dir); err == nil || !strings.HasPrefix(err.Error(), "report: ") || !strings.Contains(err.Error(), c.want) || entries != nil {
			t.Errorf("%s: %d entries, error %v, want %q", c.name, len(entries), err, c.want)
		}
	}
	if err := Check(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "the folder of a study's result") {
		t.Errorf("no folder: %v", err)
	}
}
