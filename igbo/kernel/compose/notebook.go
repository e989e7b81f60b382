package compose

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Notebook makes a program of each cell that runs.
type Notebook struct {
	scope   Scope
	pending *cell
}

// Program is the program of a cell.
type Program struct {
	// Text is the source of the program. Its line comments give the position of each part in [cells.FileName].
	Text string
	// Paths lists the packages that it imports.
	Paths []string
	// Runs reports whether the cell has statements or a function main. Otherwise it only declares.
	Runs bool
	// Arguments follow %%.
	Arguments []string
	// Commands are the lines that are not Go: they begin with ! or %.
	Commands []string
}

// Program returns the program of a cell whose run has this number. If the cell does not parse, it returns a scanner.ErrorList with
// positions in [cells.FileName]. In a cell with bare statements, positions are one line further down.
func (n *Notebook) Program(code string, number int) (Program, error) {
	code, _ = cells.NewSession(nil).Program(code, false) // adds a line %% before bare statements
	head, body, line, arguments := cells.Cut(code)
	_, commands := cells.WithoutCommands(code)
	p := Program{Commands: commands, Arguments: arguments, Runs: line > 0}
	c, err := parse(head, number)
	if err != nil {
		return p, err
	}
	n.pending = c
	s := n.scope.with(c)
	var b strings.Builder
	var queue []string
	if line > 0 {
		main := fmt.Sprintf("//line %s:%d\nfunc %s() {\n%s\n}\n", cells.FileName(number), line, entry(number), body)
		file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+main, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		queue = identifiers(file)
		b.WriteString(main)
	}
	runs := p.Runs
	for _, d := range s.pick(queue, number, func(d Declaration) bool {
		return d.Cell == number || slices.ContainsFunc(d.Names, isInit)
	}) {
		p.Runs = p.Runs || slices.Contains(d.Names, "main")
		d.write(&b)
	}
	if !p.Runs {
		b.WriteString(ours + "func main() {}\n")
	}
	p.Text, p.Paths, err = imported(b.String(), s.Imports)
	if err == nil && runs {
		p.Text += start(entry(number), p.Paths)
	}
	return p, err
}

// entry returns the name of the function with the statements of a cell. Explanations of failures call it main.
func entry(number int) string { return fmt.Sprintf("cell_%d", number) }

// inline is the package that keeps sliders working after main returns.
const inline = "github.com/igbolab/igbolab/plots/inline"

// ours precedes text that no cell has written.
const ours = "//line main.go:1\n"

// start returns the function main of a cell with statements.
func start(entry string, paths []string) string {
	if !slices.Contains(paths, inline) {
		return ours + "func main() { " + entry + "() }\n"
	}
	return ours + "func main() { " + entry + "(); inline.Park() }\n"
}

// Keep adds the declarations of the last program's cell for later cells.
func (n *Notebook) Keep() {
	if n.pending != nil {
		n.scope, n.pending = n.scope.with(n.pending), nil
	}
}

// with returns the scope and an additional cell. A function main only belongs to its own cell.
func (s Scope) with(c *cell) Scope {
	return Scope{
		Declared: append(slices.DeleteFunc(slices.Clone(s.Declared), func(d Declaration) bool { return slices.Contains(d.Names, "main") }), c.declared...),
		Imports:  append(slices.Clone(s.Imports), c.imports...),
	}
}

// isInit reports whether a function runs before main. Like GoNB, it accepts several, each with its own name.
func isInit(name string) bool { return name == "init" || strings.HasPrefix(name, "init_") }

// write writes a declaration with its position.
func (d Declaration) write(b *strings.Builder) {
	text := d.Text
	if len(d.Names) == 1 && isInit(d.Names[0]) {
		text = strings.Replace(text, d.Names[0], "init", 1)
	}
	if d.Head != "" {
		b.WriteString(d.Head + "\n")
	}
	fmt.Fprintf(b, "//line %s:%d\n%s\n", cells.FileName(d.Cell), d.Line, text)
}

// imported adds the imports that a program uses: those of the cells, and those that follow from names.
func imported(body string, written []Import) (text string, paths []string, err error) {
	var head strings.Builder
	head.WriteString("package main\n")
	seen := map[string]bool{}
	for _, i := range slices.Backward(written) {
		if !seen[i.Text] {
			seen[i.Text] = true
			fmt.Fprintf(&head, "import %s\n", i.Text)
		}
	}
	out, _, err := prelude.Rewrite("main.go", []byte(head.String()+body), nil)
	if err != nil {
		return "", nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", out, parser.ImportsOnly)
	if err != nil {
		return "", nil, err
	}
	head.Reset()
	head.WriteString("package main\n")
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, p)
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name + " "
		}
		fmt.Fprintf(&head, "import %s%q\n", name, p)
	}
	return head.String() + body, paths, nil
}
