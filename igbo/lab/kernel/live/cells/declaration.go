package cells

import (
	"go/token"
	"go/types"
	"strings"
)

// declaration is a function, type, constant or variable of the package, as it stands in one cell.
type declaration struct {
	name   string // of a method: Type.Method
	symbol string // what the compiler is told
	kind   token.Token
	text   string // of the declaration, of one name; none for a variable
	cell   int
	line   int
	col    int
	// object is what the checker knows; of a method it is nil.
	object types.Object
	// uses are the declarations and packages that the text names.
	uses []use
	// typ is what a variable's type is written as, with the packages that it names.
	typ      string
	packages []string
	// owner is the type of a method, methods those of a type.
	owner   *declaration
	methods []*declaration
	generic bool
	// signature ends where the body of a function begins.
	signature int
}

// use is a name in a text: of a declaration, or of a package.
type use struct {
	at, size int
	to       *declaration
	path     string
	embedded bool // an embedded field, whose name must stay
}

// versionMark stands between a name and its version.
const versionMark = "ᵛ"

// Plain drops the versions from symbols in a text, which people have not written.
func Plain(text string) string {
	if !strings.Contains(text, versionMark) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, versionMark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = strings.TrimLeft(after, "0123456789")
	}
}

// dependsOn tells whether a declaration uses one of those directly. A variable depends on the types in its own.
func (d *declaration) dependsOn(some map[*declaration]bool) bool {
	for _, u := range d.uses {
		if u.to != nil && some[u.to.whole()] {
			return true
		}
	}
	for _, m := range d.methods {
		if m.dependsOn(some) {
			return true
		}
	}
	return false
}

// whole is the declaration of a method's type, or the declaration itself.
func (d *declaration) whole() *declaration {
	if d.owner != nil {
		return d.owner
	}
	return d
}
