package onnx

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// suiteVersion is the version of the Python package onnx whose node tests were recorded.
const suiteVersion = "1.22.0"

// suiteFolder is the environment variable that names the folder of the full suite: backend/test/data/node of
// the package.
const suiteFolder = "IGBOLAB_ONNX_SUITE"

var update = flag.Bool("update", false, "write the digest of ONNX's suite, and its table, OPERATIONS.md")

// longest is the time after which a case counts as hanging.
const longest = time.Minute

// judged returns the verdicts on all cases of a suite.
func judged(t *testing.T, suite fs.FS) (all []verdict) {
	t.Helper()
	for _, e := range must.Of(fs.ReadDir(suite, ".")).In(t) {
		if !e.IsDir() {
			continue
		}
		done := make(chan verdict, 1)
		go func() { done <- judge(suite, e.Name()) }()
		select {
		case v := <-done:
			all = append(all, v)
		case <-time.After(longest):
			t.Fatalf("%s hangs", e.Name())
		}
	}
	slices.SortFunc(all, byCase)
	return all
}

// unpacked opens an archive of cases.
func unpacked(t *testing.T, name string) fs.FS {
	t.Helper()
	file := must.Of(os.Open(filepath.Join("testdata", name))).In(t)
	defer file.Close()
	text := must.Of(gzip.NewReader(file)).In(t)
	suite, archive := fstest.MapFS{}, tar.NewReader(text)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return suite
		}
		if err != nil {
			t.Fatal(err)
		}
		content := must.Of(io.ReadAll(archive)).In(t)
		suite[path.Clean(h.Name)] = &fstest.MapFile{Data: content}
	}
}

// digestFile holds the recorded verdicts on the full suite, one per line.
var digestFile = filepath.Join("testdata", "suite.tsv")

func (v verdict) line() string {
	return strings.TrimRight(strings.Join([]string{v.Case, v.Op, v.Verdict, v.By, v.Forward, v.Reverse, v.Second}, "\t"), "\t")
}

func readDigest(t *testing.T) (all []verdict) {
	t.Helper()
	file := must.Of(os.Open(digestFile)).In(t)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			if !strings.Contains(lines.Text(), " "+suiteVersion+",") {
				t.Fatalf("%s begins with %q, want version %s", digestFile, lines.Text(), suiteVersion)
			}
			continue
		}
		f := append(strings.Split(lines.Text(), "\t"), "", "", "", "", "")
		all = append(all, verdict{f[0], f[1], f[2], f[3], f[4], f[5], f[6]})
	}
	return all
}

func writeDigest(t *testing.T, all []verdict) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "# Verdicts on the node tests of the Python package onnx %s, by go test ./igbo/onnx -run Suite -update with %s set: case, operation, verdict, what is refused or outside, derivatives forward, reverse, second\n", suiteVersion, suiteFolder)
	for _, v := range all {
		b.WriteString(v.line() + "\n")
	}
	must.Do(t, os.WriteFile(digestFile, []byte(b.String()), 0o666))
}

// holds fails the test unless the case is right, rejected by name, or outside, and its derivatives are correct.
func (v verdict) holds(t *testing.T) {
	t.Helper()
	known := map[string]bool{"right": true, "refused": true, "outside": true}
	if !known[v.Verdict] || v.Verdict != "right" && v.By == "" {
		t.Errorf("%s: %s %s, want it right, refused by name, or outside", v.Case, v.Verdict, v.By)
	}
	for _, d := range []string{v.Forward, v.Reverse, v.Second} {
		if d != "" && d != "right" && d != "refused" {
			t.Errorf("%s: derivatives %s, %s, %s, want them right or refused", v.Case, v.Forward, v.Reverse, v.Second)
		}
	}
}

// TestSuite runs ONNX's own node tests: all of them if their folder is given, else the selection in testdata.
// Each verdict must match the recorded one.
func TestSuite(t *testing.T) {
	var suite fs.FS
	folder := os.Getenv(suiteFolder)
	if suite = unpacked(t, "suite.tar.gz"); folder != "" {
		suite = os.DirFS(folder)
	}
	all := judged(t, suite)
	for _, v := range all {
		v.holds(t)
	}
	if *update && folder != "" {
		writeDigest(t, all)
	}
	recorded := map[string]verdict{}
	for _, v := range readDigest(t) {
		recorded[v.Case] = v
	}
	for _, v := range all {
		if want, found := recorded[v.Case]; !found || v != want {
			t.Errorf("%s\nrecorded as %s", v.line(), want.line())
		}
	}
	if folder != "" && len(all) != len(recorded) || len(all) < 500 {
		t.Errorf("%d cases, %d recorded", len(all), len(recorded))
	}
}

// TestOwnCases tests operations and settings that ONNX's suite lacks, including their derivatives.
func TestOwnCases(t *testing.T) {
	all := judged(t, unpacked(t, "learned.tar.gz"))
	if len(all) < 25 {
		t.Fatalf("%d cases", len(all))
	}
	for _, v := range all {
		if v.Verdict != "right" || v.Forward != "right" || v.Reverse != "right" || v.Second != "right" {
			t.Errorf("%s", v.line())
		}
	}
}
