package stateful

import (
	"go/importer"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The oracle computes what the cells of a notebook must print, by the semantics of a session (package cells). It writes one ordinary
// program, in which each version of a declaration has a name. It resolves names independently and simply: the parser finds the free
// identifiers of a text, and each is, in this order, an import of its cell, a declaration of the session, or a predeclared name.
//
// A text with resolved names is called a form: the name of a declaration ends with __ and a package is named by its path. A declaration has
// changed if its form, or what the form names, has. go/types checks the whole session in one file of forms.

// editedCell is a cell in parts.
type editedCell struct {
	id                    string
	imports, decls, stmts []string
}

func (c editedCell) text() string {
	var b strings.Builder
	for _, i := range c.imports {
		b.WriteString("import " + i + "\n")
	}
	for _, text := range slices.Concat(c.decls, c.stmts) {
		b.WriteString(text + "\n")
	}
	return b.String()
}

// atom is a declaration of the session.
type atom struct {
	*piece
	key, name string
	cell      string // the cell that declares it
	kind      token.Token
	version   int
	form      string
	object    types.Object
	broken    bool
}

// oracle is a session.
type oracle struct {
	importer types.Importer
	known    map[string]string // names of packages that need no import
	atoms    map[string]*atom
	imported map[string]string // imports that later cells get
	paths    map[string]bool   // paths of all packages that a cell has imported
	versions map[string]int
	cells    int
	program  strings.Builder // declarations, and a function for each cell
	faulty   []bool
	why      string // reason for the last fault
	whys     []string
}

func newOracle(importer types.Importer) oracle {
	o := oracle{importer: importer, known: map[string]string{}, atoms: map[string]*atom{}, imported: map[string]string{}, versions: map[string]int{}, paths: map[string]bool{}}
	for _, path := range editPackages {
		o.known[strings.TrimPrefix(strings.TrimSuffix(path, "/v2"), "math/")] = path
	}
	return o
}

// TestOracle checks the output of the ordinary program: init functions run in the order of the text, also beyond the tenth declaration, and
// a variable keeps its storage if its new type is an alias of the old one.
func TestOracle(t *testing.T) {
	b := &editedNotebook{oracle: newOracle(importer.ForCompiler(token.NewFileSet(), "source", nil))}
	for _, c := range []editedCell{
		{id: "1", decls: declarationsOf(`type A = int; type T struct{}; func (T) Num() int { return e }; const k = 1; const l = 1; const m = 1; const n = 1
			const o = 1; var e = 2; func init() { e += 3 }; func init() { e *= 2 }`), stmts: []string{"c := interface{ Num() int }(T{})", "fmt.Println(c.Num())"}},
		{id: "2", stmts: []string{"e := A(14)", "fmt.Println(c.Num())"}},
	} {
		if !b.add(c) {
			t.Fatal(b.why)
		}
	}
	want := []string{"10\n", "14\n", ""}
	if got := runOrdinary(t, []*editedNotebook{b})[0]; !slices.Equal(got, want) {
		t.Errorf("the program prints %q, want %q", got, want)
	}
}

// mangled returns the name of a package in forms.
func mangled(path string) string {
	return "p_" + strings.NewReplacer("/", "_", ".", "_").Replace(path)
}

// packages lists the paths that forms can name.
func (o *oracle) packages() []string {
	for _, path := range o.known {
		o.paths[path] = true
	}
	return slices.Sorted(maps.Keys(o.paths))
}

var named = regexp.MustCompile(`\b(\w+?)__(old)?\b`)

// targets returns the keys on which a declaration depends: those that its form names, and for a type its methods.
func (a *atom) targets(atoms map[string]*atom) map[string]bool {
	found := map[string]bool{}
	for _, m := range named.FindAllStringSubmatch(a.form, -1) {
		found[m[1]] = true
	}
	if a.kind == token.TYPE {
		for key := range atoms {
			if strings.HasPrefix(key, a.key+".") {
				found[key] = true
			}
		}
	}
	delete(found, a.key)
	return found
}
