package cells

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// names maps the objects of a package to keys that are the same in each pass.
type names struct {
	pkg   *types.Package
	scope *types.Scope
}

// key returns the key of an object. To is the object's declaration, or "" if it does not belong to the package.
func (n names) key(o types.Object) (key, to string) {
	switch {
	case o == nil:
		return "?", ""
	case o.Pkg() == nil:
		return "universe." + o.Name(), ""
	}
	switch o := o.(type) {
	case *types.PkgName:
		return "package " + o.Imported().Path(), ""
	case *types.Func:
		o = o.Origin()
		if r := o.Signature().Recv(); r != nil && o.Pkg() == n.pkg {
			t := types.Unalias(r.Type())
			if ptr, is := t.(*types.Pointer); is {
				t = types.Unalias(ptr.Elem())
			}
			if named, is := t.(*types.Named); is && n.scope.Lookup(named.Obj().Name()) == named.Obj() {
				to = named.Obj().Name() + "." + o.Name()
				return "method " + to, to
			}
			return "method " + o.Name(), ""
		}
	}
	if o.Pkg() != n.pkg {
		return o.Pkg().Path() + "." + o.Name(), ""
	}
	if n.scope.Lookup(o.Name()) == o {
		return "main." + o.Name(), o.Name()
	}
	if v, is := o.(*types.Var); is && v.IsField() {
		return "field", ""
	}
	return "local", ""
}

// identifier returns the key of what an identifier resolves to. The key of a local object is the identifier that declares it.
func (p *pass) identifier(f *fragment, id *ast.Ident) (key, to string, o types.Object) {
	if id.Name == "_" {
		return "blank", "", nil
	}
	if o = p.info.Uses[id]; o == nil {
		o = p.info.Defs[id]
	}
	key, to = p.key(o)
	if key == "local" {
		if i, is := f.places[o.Pos()]; is {
			key = fmt.Sprint("local ", i)
		}
	}
	if method := p.keyOf[to]; method != "" {
		to = method
	}
	return key, to, o
}

// meaning holds the meaning of a declaration: a key for each identifier, and the declarations on which it depends. For a constant it is the
// value and the type, for a variable the type.
type meaning struct {
	keys    []string
	targets []string // keys of declarations
	object  types.Object
}

// meaning returns the meaning of a declaration in this pass.
func (p *pass) meaning(d *declaration) meaning {
	var o types.Object
	if !strings.ContainsAny(d.key, ".#") {
		o = p.scope.Lookup(d.name)
	}
	if d.kind == token.VAR || d.kind == token.CONST {
		if o == nil {
			return meaning{}
		}
		keys := []string{d.kind.String()}
		if c, is := o.(*types.Const); is {
			keys = append(keys, exactOf(c), types.TypeString(c.Type(), nil))
		}
		return meaning{keys, p.mentioned(o.Type()), o}
	}
	var keys []string
	to := map[string]bool{}
	for _, id := range d.idents {
		k, t, _ := p.identifier(&d.fragment, id)
		keys = append(keys, k)
		if t != "" && t != d.key {
			to[t] = true
		}
	}
	if d.kind == token.TYPE { // and its methods
		for _, key := range p.methods[d.key] {
			to[key] = true
			keys = append(keys, "has "+key)
		}
	}
	return meaning{keys, slices.Sorted(maps.Keys(to)), o}
}

func exactOf(c *types.Const) string {
	if c.Val().Kind() == constant.Unknown {
		return "unknown"
	}
	return c.Val().ExactString()
}

// mentioned returns the names of the package's types that a type mentions.
func (p *pass) mentioned(t types.Type) []string {
	found := map[string]bool{}
	name := func(o *types.TypeName) {
		if o.Pkg() == p.pkg {
			found[o.Name()] = true
		}
	}
	seen := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			name(t.Obj())
			for a := range t.TypeArgs().Types() {
				walk(a)
			}
			return
		case *types.Alias:
			name(t.Obj())
			for a := range t.TypeArgs().Types() {
				walk(a)
			}
			walk(types.Unalias(t))
			return
		}
		for part := range parts(t) {
			walk(part)
		}
	}
	walk(t)
	return slices.Sorted(maps.Keys(found))
}

// parts yields the component types of an unnamed type.
func parts(t types.Type) func(yield func(types.Type) bool) {
	return func(yield func(types.Type) bool) {
		switch t := t.(type) {
		case *types.Pointer:
			yield(t.Elem())
		case *types.Slice:
			yield(t.Elem())
		case *types.Array:
			yield(t.Elem())
		case *types.Chan:
			yield(t.Elem())
		case *types.Map:
			_ = yield(t.Key()) && yield(t.Elem())
		case *types.Signature:
			_ = yield(t.Params()) && yield(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if !yield(v.Type()) {
					return
				}
			}
		case *types.Struct:
			for f := range t.Fields() {
				if !yield(f.Type()) {
					return
				}
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				if !yield(m.Type()) {
					return
				}
			}
			for e := range t.EmbeddedTypes() {
				if !yield(e) {
					return
				}
			}
		case *types.Union:
			for term := range t.Terms() {
				if !yield(term.Type()) {
					return
				}
			}
		}
	}
}

// exact returns the text of a constant's value without loss.
func exact(v constant.Value) string {
	switch v.Kind() {
	case constant.Float:
		n, d, found := strings.Cut(v.ExactString(), "/")
		if !strings.ContainsAny(n, ".px") { // an integer literal can exceed Go's integer types
			n += ".0"
		}
		if found {
			return n + " / " + d + ".0"
		}
		return n
	case constant.Complex:
		return "(" + exact(constant.ToFloat(constant.Real(v))) + ") + (" + exact(constant.ToFloat(constant.Imag(v))) + ")*1i"
	}
	return v.ExactString()
}
