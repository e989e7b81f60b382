package setup

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// pipSize matches the size of a file that pip prints, in units of 1000.
var pipSize = regexp.MustCompile(`\((\d+(?:\.\d+)?) (bytes|kB|MB)\)`)

var units = map[string]float64{"bytes": 1, "kB": 1e3, "MB": 1e6}

// PipReports returns a function that turns pip's output lines into progress: the package and the number of packages, its size, and how much
// was fetched or found in pip's cache so far.
func (p *Progress) PipReports(total int) func(line string) {
	seen, sum := 0, 0.0
	return func(line string) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		name, _, _ := strings.Cut(rest, " ")
		switch first {
		case "Collecting":
			seen++
			p.Say("fetching %s, package %d of at most %d, %s so far", strings.Replace(name, "==", " ", 1), seen, total, megabytes(sum))
		case "Downloading", "Using":
			size := pipSize.FindStringSubmatch(rest)
			if size == nil {
				return
			}
			number, _ := strconv.ParseFloat(size[1], 64)
			sum += number * units[size[2]]
			file := path.Base(strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(rest, size[0]), "cached ")))
			p.Say("fetching %s %s, package %d of at most %d, %s so far", file, size[0], seen, total, megabytes(sum))
		case "Installing":
			p.Say("installing %d packages", seen)
		}
	}
}

// GoReports returns a function that turns the output lines of go build -v into progress. There is one line for each fetched module and each
// compiled package.
func (p *Progress) GoReports() func(line string) {
	fetched, seen := 0, 0
	return func(line string) {
		line = strings.TrimSpace(line)
		if module, ok := strings.CutPrefix(line, "go: downloading "); ok {
			fetched++
			p.Say("fetching %s, %d modules so far", module, fetched)
		} else if line != "" && !strings.Contains(line, " ") {
			seen++
			p.Say("compiling %s, %d packages so far", line, seen)
		}
	}
}
