package doctest

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	otherNotebook = regexp.MustCompile(`\]\((\d\d)_|[Nn]otebooks? (\d+)(?:[ ,]+(?:and|to) (\d+))?`)
	aside         = regexp.MustCompile(`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`)
	formula       = regexp.MustCompile(`(?s)\$\$.*?\$\$|\$[^$]+\$`)
)

// TestNoNotebookLeansOnALater checks that notebooks have the order in README, and that before its summary a notebook refers to later ones
// only in parentheses and after the words "You will be able to".
func TestNoNotebookLeansOnALater(t *testing.T) {
	for i, m := range regexp.MustCompile(`(?m)^\| \[(\d\d) [^|]*\]\(notebooks/(\d\d)_`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		if number, _ := strconv.Atoi(m[1]); number != i || m[1] != m[2] {
			t.Errorf("README.md lists notebook %s (file %s) in place %d", m[1], m[2], i)
		}
	}
	looked := 0
	for file, b := range books(t) {
		own, err := strconv.Atoi(path.Base(file)[:2])
		if err != nil || own == 0 || path.Dir(file) != "notebooks" {
			continue
		}
		text, _, found := strings.Cut(b.prose(), "\n## Summary\n")
		if !found {
			t.Errorf("%s has no summary", file)
		}
		needs, able, found := strings.Cut(text, "**You will be able to**")
		if !found {
			t.Errorf("%s does not say what one needs", file)
		}
		_, able, _ = strings.Cut(able, "**It runs in**")
		links := strings.NewReplacer("](", "] {", ".ipynb)", ".ipynb}")
		reported := aside.ReplaceAllString(links.Replace(needs+able), "")
		reported = strings.NewReplacer("] {", "](", ".ipynb}", ".ipynb)").Replace(reported)
		for _, m := range otherNotebook.FindAllStringSubmatch(reported, -1) {
			for _, number := range m[1:] {
				if other, err := strconv.Atoi(number); err == nil {
					if looked++; other > own {
						t.Errorf("%s needs notebook %d, which comes later: %q", file, other, m[0])
					}
				}
			}
		}
	}
	if looked < 15 {
		t.Errorf("%d notebooks are named, so the test looks past them", looked)
	}
}

// TestLettersComeInOrder checks that no notebook uses a letter of the notation that a later notebook introduces, if the letter can be
// recognised (it has an index, or a name in TeX), and that the introducing notebook has it.
func TestLettersComeInOrder(t *testing.T) {
	all, looked := books(t), 0
	for _, row := range symbolRow.FindAllStringSubmatch(read(t, notation), -1) {
		first, _ := strconv.Atoi(row[3])
		for _, letter := range symbols.Split(row[1], -1) {
			letter = strings.TrimSpace(letter)
			if !strings.ContainsAny(letter, `\_`) || strings.Contains(letter, `\cdot`) {
				continue
			}
			looked++
			this := regexp.MustCompile(`(?:^|[^\\A-Za-z])` + regexp.QuoteMeta(letter) + `(?:[^A-Za-z]|$)`)
			there := false
			for file, b := range all {
				own, err := strconv.Atoi(path.Base(file)[:2])
				if err != nil || own == 0 || own > first || path.Dir(file) != "notebooks" {
					continue
				}
				for _, f := range formula.FindAllString(b.prose(), -1) {
					if this.MatchString(f) && own < first {
						t.Errorf("%s writes %s, which is said to come first in notebook %d: %s", file, letter, first, f)
					}
					there = there || own == first && this.MatchString(f)
				}
			}
			if !there && !strings.Contains(letter, "(") {
				t.Errorf("%s is said to come first in notebook %d, which does not write it", letter, first)
			}
		}
	}
	if looked < 25 {
		t.Errorf("%d letters looked for, so the test looks past them", looked)
	}
}
