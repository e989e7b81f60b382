// Words checks the prose of the repository: comments, strings that users read, Markdown and the Markdown cells of notebooks. It exits
// with 1, and prints the places, if one of these holds:
//
//   - the doc comment of an exported name does not start with that name
//   - a line of CHANGELOG.md has more than 120 characters
//   - a folder has more banned words than words.txt allows
//
// It only counts sentences of more than 40 words and errors that do not follow the style. With names of folders, such as a dot, it prints
// the places of all that it finds there. With -update it writes the present numbers to words.txt; a number must not rise. With -prose it
// prints all prose, for codespell.
//
//	go run .ci/words.go [-update] [-prose] [FOLDER...]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// banned matches constructions to avoid. The comment gives the replacement.
var banned = []*regexp.Regexp{
	regexp.MustCompile(`\bin the (place|stead) of\b`),                            // instead of
	regexp.MustCompile(`\bof (its|their|his) own\b`),                             // separate
	regexp.MustCompile(`\banew\b|\bfor ever\b|\bcomes? again\b`),                 // again, forever, recurs
	regexp.MustCompile(`\bbut for\b|\bwhole or not at all\b`),                    // except, atomically
	regexp.MustCompile(`\bso that\b`),                                            // so
	regexp.MustCompile(`\b(stands|stood|lies|lay)\b`),                            // is
	regexp.MustCompile(`\b(is|are|was|were|be) told( [^a]|[.,;:])|\bhalf way\b`), // is reported, partially
	regexp.MustCompile(`\bwhat (flows|stands|lies)\b|\bwhoever\b`),               // the input, anyone who
	regexp.MustCompile(`\b(no word|speaks?|knows) of\b`),                         // does not mention, refers to, uses
	regexp.MustCompile(`\brivals?\b|\bhas it that\b`),                            // competing method, states that
	regexp.MustCompile(`\b(that|those) of (that|those|it|them)\b`),               // repeat the noun
}

// finding is a place and what is wrong there.
type finding struct {
	file string
	line int
	text string
}

// check collects what the files hold.
type check struct {
	errors, banned, reported []finding
	print                    bool // all prose, a paragraph a line, instead of what is wrong with it
}

func main() {
	update := flag.Bool("update", false, "write the numbers of banned words to words.txt")
	print := flag.Bool("prose", false, "print all prose, a paragraph a line, and check nothing")
	flag.Parse()
	failed, err := run(*update, *print, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// run checks all files and reports whether the check failed.
func run(update, print bool, folders []string) (bool, error) {
	list, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return false, fmt.Errorf("listing files: %w", err)
	}
	c := &check{print: print}
	for file := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		if err := c.file(file); err != nil {
			return false, err
		}
	}
	if print {
		return false, nil
	}
	allowed, err := baseline()
	if err != nil {
		return false, err
	}
	counts := map[string]int{}
	for _, f := range c.banned {
		counts[folder(f.file)]++
	}
	if update {
		return false, write(counts)
	}
	failed := len(c.errors) > 0
	show(c.errors, []string{"."}, "error: ")
	show(c.reported, folders, "")
	show(c.banned, folders, "")
	for _, name := range sorted(counts) {
		if n := counts[name]; n > allowed[name] {
			failed = true
			fmt.Printf("%s: %d banned words, want at most %d:\n", name, n, allowed[name])
			show(c.banned, []string{name}, "  ")
		}
	}
	fmt.Printf("words: %d errors, %d banned words, %d long sentences and errors without the style\n", len(c.errors), len(c.banned), len(c.reported))
	return failed, nil
}

// show prints the findings below the folders.
func show(all []finding, folders []string, prefix string) {
	for _, f := range all {
		below := func(folder string) bool {
			return folder == "." || f.file == folder || strings.HasPrefix(f.file, strings.TrimSuffix(folder, "/")+"/")
		}
		if slices.ContainsFunc(folders, below) {
			fmt.Printf("%s%s:%d: %s\n", prefix, f.file, f.line, f.text)
		}
	}
}

// file checks one file by its kind. Files that are no prose, and test data, are skipped.
func (c *check) file(name string) error {
	if strings.Contains(name, "testdata/") || strings.HasSuffix(name, ".golden.md") {
		return nil
	}
	kind := path.Ext(name)
	if kind != ".go" && kind != ".md" && kind != ".ipynb" {
		return nil
	}
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) { // removed, but not yet committed
		return nil
	}
	if err != nil {
		return err
	}
	switch kind {
	case ".go":
		return c.source(name, text)
	case ".md":
		c.markdown(name, string(text), func(line int) int { return line })
		if name == "CHANGELOG.md" {
			for i, line := range strings.Split(string(text), "\n") {
				if n := utf8.RuneCountInString(line); n > 120 {
					c.errors = append(c.errors, finding{name, i + 1, fmt.Sprintf("%d characters, want at most 120", n)})
				}
			}
		}
		return nil
	}
	return c.notebook(name, text)
}

// notebook checks the Markdown cells. A cell's place is its number.
func (c *check) notebook(name string, text []byte) error {
	var book struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source any    `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &book); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, cell := range book.Cells {
		if cell.Type != "markdown" {
			continue
		}
		var source strings.Builder
		switch s := cell.Source.(type) {
		case string:
			source.WriteString(s)
		case []any:
			for _, line := range s {
				fmt.Fprint(&source, line)
			}
		}
		c.markdown(name, source.String(), func(int) int { return i + 1 })
	}
	return nil
}

var inlineCode = regexp.MustCompile("`[^`]*`|\\$[^$]*\\$|\\]\\([^)]*\\)|<[^>]*>")

// markdown checks paragraphs outside blocks of code. The function place maps a line to the number that is printed.
func (c *check) markdown(name, text string, place func(line int) int) {
	fenced, paragraph, start := false, "", 1
	flush := func() {
		c.prose(name, place(start), paragraph, true)
		paragraph = ""
	}
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced = !fenced
			flush()
		case fenced:
		case trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "|") || listItem.MatchString(trimmed):
			flush()
			start, paragraph = i+1, inlineCode.ReplaceAllString(trimmed, "C")
			if !listItem.MatchString(trimmed) {
				flush()
			}
		default:
			if paragraph == "" {
				start = i + 1
			}
			paragraph += " " + inlineCode.ReplaceAllString(trimmed, "C")
		}
	}
	flush()
}

var listItem = regexp.MustCompile(`^([-*+]|\d+\.) `)

// sentence ends at a full stop before a space.
var sentence = regexp.MustCompile(`[.!?]\s+`)

// prose checks a paragraph for banned words and, in documentation, for long sentences.
func (c *check) prose(name string, line int, text string, documentation bool) {
	if text = strings.TrimSpace(text); c.print && text != "" {
		fmt.Printf("%s:%d: %s\n", name, line, text)
	}
	lower := strings.ToLower(text)
	for _, b := range banned {
		for _, at := range b.FindAllStringIndex(lower, -1) {
			before, after := []rune(lower[:at[0]]), []rune(lower[at[1]:])
			around := string(before[max(0, len(before)-30):]) + lower[at[0]:at[1]] + string(after[:min(30, len(after))])
			c.banned = append(c.banned, finding{name, line, fmt.Sprintf("%q in %q", lower[at[0]:at[1]], around)})
		}
	}
	if !documentation {
		return
	}
	for _, s := range sentence.Split(text, -1) {
		if n := len(strings.Fields(s)); n > 40 {
			c.reported = append(c.reported, finding{name, line, fmt.Sprintf("a sentence of %d words: %.60s…", n, strings.TrimSpace(s))})
		}
	}
}

// source checks comments and strings of a Go file, and the doc comments of exported names.
func (c *check) source(name string, text []byte) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	at := func(p token.Pos) int { return files.Position(p).Line }
	docs := map[*ast.CommentGroup]bool{file.Doc: true}
	if !strings.HasSuffix(name, "_test.go") {
		for _, d := range file.Decls {
			c.declaration(name, d, at, docs)
		}
	}
	for _, g := range file.Comments {
		var paragraph strings.Builder
		for p := range strings.SplitSeq(g.Text(), "\n") {
			if strings.HasPrefix(p, "\t") || strings.HasPrefix(p, "    ") { // code
				continue
			}
			if p == "" || strings.HasPrefix(p, "  ") {
				c.prose(name, at(g.Pos()), paragraph.String(), docs[g])
				paragraph.Reset()
			}
			paragraph.WriteString(p + " ")
		}
		c.prose(name, at(g.Pos()), paragraph.String(), docs[g])
	}
	if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, ".ci/") {
		c.strings(name, file, at)
	}
	return nil
}

// declaration checks the doc comments of a declaration.
func (c *check) declaration(name string, d ast.Decl, at func(token.Pos) int, docs map[*ast.CommentGroup]bool) {
	one := func(doc *ast.CommentGroup, id *ast.Ident) {
		if doc == nil || !id.IsExported() {
			return
		}
		docs[doc] = true
		words := strings.Fields(doc.Text())
		if len(words) > 1 && slices.Contains([]string{"A", "An", "The", "Deprecated:"}, words[0]) {
			words = words[1:]
		}
		if len(words) > 0 && strings.TrimRight(words[0], ",:.'s") != strings.TrimRight(id.Name, "s") && !strings.HasPrefix(words[0], id.Name) {
			c.errors = append(c.errors, finding{name, at(doc.Pos()), fmt.Sprintf("the doc comment of %s starts with %q", id.Name, words[0])})
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		one(d.Doc, d.Name)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				doc := s.Doc
				if doc == nil && !d.Lparen.IsValid() {
					doc = d.Doc
				}
				one(doc, s.Name)
			case *ast.ValueSpec:
				if !d.Lparen.IsValid() && len(s.Names) == 1 {
					one(d.Doc, s.Names[0])
				}
			}
		}
	}
}

// strings checks string literals that are sentences, such as helps and errors.
func (c *check) strings(name string, file *ast.File, at func(token.Pos) int) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if isCall && len(call.Args) > 0 && (selects(call, "errors", "New") || selects(call, "fmt", "Errorf")) {
			if text, ok := literal(call.Args[0]); ok {
				c.message(name, at(call.Pos()), text)
			}
		}
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
			if s, err := strconv.Unquote(text.Value); err == nil && strings.Count(s, " ") > 1 {
				c.prose(name, at(text.Pos()), strings.Join(strings.Fields(s), " "), false)
			}
		}
		return true
	})
}

// message checks the text of an error.
func (c *check) message(name string, line int, text string) {
	switch {
	case strings.Contains(text, ", expected ") && !strings.Contains(text, "; "):
		c.reported = append(c.reported, finding{name, line, fmt.Sprintf("an error of the form \"X, expected Y\": %q", text)})
	case strings.HasSuffix(text, "."):
		c.reported = append(c.reported, finding{name, line, fmt.Sprintf("an error with a full stop: %q", text)})
	}
}

// selects reports whether a call is one of pkg.function.
func selects(call *ast.CallExpr, pkg, function string) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != function {
		return false
	}
	id, ok := s.X.(*ast.Ident)
	return ok && id.Name == pkg
}

// literal returns the value of a string literal.
func literal(e ast.Expr) (string, bool) {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(b.Value)
	return s, err == nil
}

const kept = ".ci/words.txt"

// baseline reads how many banned words each folder may have.
func baseline() (map[string]int, error) {
	text, err := os.ReadFile(kept)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	allowed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var name string
		var n int
		if _, err := fmt.Sscan(line, &n, &name); err != nil {
			return nil, fmt.Errorf("%s: line %q: %w", kept, line, err)
		}
		allowed[name] = n
	}
	return allowed, nil
}

// write writes the numbers to words.txt.
func write(counts map[string]int) error {
	var text strings.Builder
	for _, name := range sorted(counts) {
		fmt.Fprintf(&text, "%d %s\n", counts[name], name)
	}
	return os.WriteFile(kept, []byte(text.String()), 0o644)
}

// folder returns the first two elements of a file's folder.
func folder(file string) string {
	parts := strings.Split(path.Dir(file), "/")
	return strings.Join(parts[:min(2, len(parts))], "/")
}

func sorted(counts map[string]int) (names []string) {
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
