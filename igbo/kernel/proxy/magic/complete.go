package magic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Complete completes the kernel line at a byte offset of a cell: names of magics, and folder names after %cd, relative to dir. The names
// replace code[from:at]. If the line is not a kernel line, ours is false.
func Complete(code string, at int, dir string) (names []string, from int, ours bool) {
	from = strings.LastIndexByte(code[:at], '\n') + 1
	line := code[from:at]
	if !strings.HasPrefix(line, "%") {
		return nil, at, false
	}
	command, argument, has := strings.Cut(line, " ")
	switch {
	case !has:
		return starting(command, from == 0), from, true
	case command == "%cd":
		return folders(strings.TrimLeft(argument, " "), dir), at - len(strings.TrimLeft(argument, " ")), true
	}
	m, known := Find(command)
	return nil, at, !known || !m.Whole // Go code follows %time
}

// Around returns the magic whose name is at a byte offset of a cell.
func Around(code string, at int) (Magic, bool) {
	from := strings.LastIndexByte(code[:at], '\n') + 1
	line, _, _ := strings.Cut(code[from:], "\n")
	if name := Name(line); strings.HasPrefix(name, "%") && at-from <= len(name) {
		return Find(name)
	}
	return Magic{}, false
}

// starting returns the names of magics with a prefix. If first is not set, it omits magics of whole cells.
func starting(text string, first bool) (names []string) {
	for _, m := range slices.SortedFunc(slices.Values(slices.Concat(All, Scripts)), byName) {
		for _, name := range m.names() {
			if strings.HasPrefix(name, text) && (first || !strings.HasPrefix(name, "%%")) {
				names = append(names, name)
			}
		}
	}
	return names
}

// folders returns the folders whose paths have a prefix.
func folders(text, dir string) (names []string) {
	folder, prefix := filepath.Split(text)
	place := Expand(folder)
	if !filepath.IsAbs(place) {
		place = filepath.Join(dir, place)
	}
	entries, _ := os.ReadDir(place) // a missing folder has no completions
	for _, e := range entries {
		info, err := os.Stat(filepath.Join(place, e.Name())) // follow links
		if err == nil && info.IsDir() && strings.HasPrefix(e.Name(), prefix) && (prefix != "" || e.Name()[0] != '.') {
			names = append(names, folder+e.Name()+"/")
		}
	}
	return names
}

// Expand replaces a leading ~ by the user's home folder, and $NAME by values of environment variables.
func Expand(path string) string {
	path = os.ExpandEnv(path)
	if path == "~" || strings.HasPrefix(path, "~/") {
		if home, err := os.UserHomeDir(); err == nil {
			return home + path[1:]
		}
	}
	return path
}
