package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// plain returns the kernels in Go.
func plain() string {
	w := &text{}
	w.print(mark + "package vector\n\nimport \"math\"\n")
	for _, k := range kernels() {
		types, signature := "", k.signature()
		if k.generic() {
			types, signature = "[T Number]", strings.ReplaceAll(signature, "float32", "T")
		}
		w.print("\nfunc %sPlain%s(%s) {\n", k.name, types, signature)
		for _, p := range k.slices()[1:] {
			w.print("%s = %s[:len(y)]\n", p.name, p.name)
		}
		w.print("for i := range y {\n")
		names := map[*value]string{}
		for i, v := range k.order {
			names[v] = fmt.Sprintf("v%d", i)
			statement(w, names, v, k.generic())
		}
		w.print("y[i] = %s\n}\n}\n", names[k.result])
	}
	operations := func(field string) string {
		return strings.NewReplacer("Plain,", "Plain[T],", "Plain)", "Plain[T])", "Plain}", "Plain[T]}").Replace(entries("Plain", field))
	}
	w.print("\n// Arithmetic returns the arithmetic operations of a type in plain Go, by their GoMLX names.\n")
	w.print("func Arithmetic[T Number]() map[string]Binary[T, T] {\nreturn map[string]Binary[T, T]{\n%s}\n}\n", operations("Arithmetic"))
	w.print("\n// Comparison returns the comparisons of a type in plain Go, by their GoMLX names.\n")
	w.print("func Comparison[T Number]() map[string]Binary[T, bool] {\nreturn map[string]Binary[T, bool]{\n%s}\n}\n", operations("Comparison"))
	w.print("\nvar plain = &Set{\nName: \"plain\", Lanes: 1,\nOnes: onesPlain,\n")
	for _, field := range []string{"Unary", "Where"} {
		w.print("%s: %s{\n%s},\n", field, fieldTypes[field], entries("Plain", field))
	}
	w.print("Arithmetic: Arithmetic[float32](), Comparison: Comparison[float32](),\nTiles32: plainTiles32, Tiles64: plainTiles64,\n}\n")
	return w.String()
}

// generic reports whether the Go version of the kernel supports all number types.
func (k *kernel) generic() bool {
	field, _, _ := strings.Cut(k.entry, ".")
	return field == "Arithmetic" || field == "Comparison"
}

// infix holds the Go operators of comparisons.
var infix = map[operation]string{less: "<", atMost: "<=", equal: "==", different: "!="}

// expressions holds the Go expressions of other operations. The conversions prevent the compiler from fusing operations.
var expressions = map[operation]string{
	add: "float32(%[1]s + %[2]s)", sub: "float32(%[1]s - %[2]s)", mul: "float32(%[1]s * %[2]s)", div: "float32(%[1]s / %[2]s)",
	fma: "fused(%[1]s, %[2]s, %[3]s)", sqrt: "float32(math.Sqrt(float64(%[1]s)))",
	least: "min(%[1]s, %[2]s)", most: "max(%[1]s, %[2]s)", lower: "min(%[1]s, %[2]s)", higher: "max(%[1]s, %[2]s)",
	toEven: "float32(math.RoundToEven(float64(%[1]s)))", down: "float32(math.Floor(float64(%[1]s)))", up: "float32(math.Ceil(float64(%[1]s)))",
	scale: "scaled(%[1]s, %[2]s)", nan: "%[1]s != %[1]s",
	and: "math.Float32frombits(math.Float32bits(%[1]s) & math.Float32bits(%[2]s))",
	or:  "math.Float32frombits(math.Float32bits(%[1]s) | math.Float32bits(%[2]s))",
	xor: "math.Float32frombits(math.Float32bits(%[1]s) ^ math.Float32bits(%[2]s))",

	minus:   "math.Float32frombits(math.Float32bits(%[1]s) - math.Float32bits(%[2]s))",
	shift:   "math.Float32frombits(math.Float32bits(%[1]s) << %[2]s)",
	arshift: "math.Float32frombits(uint32(int32(math.Float32bits(%[1]s)) >> %[2]s))",
	float:   "float32(int32(math.Float32bits(%[1]s)))",
}

// statement writes the statement that computes a value.
func statement(w *text, names map[*value]string, v *value, generic bool) {
	var args []any
	for _, a := range v.args {
		args = append(args, operand(names, a))
	}
	if v.op == shift || v.op == arshift {
		args = append(args, fmt.Sprint(v.bits))
	}
	name := names[v]
	switch {
	case v.op == input:
		w.print("%s := %s[i]\n", name, v.from.name)
	case v.op == pick:
		w.print("var %s float32 = %s\nif %s {\n%s = %s\n}\n", name, args[2], args[0], name, args[1])
	case infix[v.op] != "":
		w.print("%s := %s %s %s\n", name, args[0], infix[v.op], args[1])
	default:
		e := only(expressions[v.op], len(args))
		if generic {
			e = strings.Replace(e, "float32(", "T(", 1)
		}
		w.print("%s := %s\n", name, fmt.Sprintf(e, args...))
	}
}

// only returns the format if it uses at most n arguments. Otherwise it panics.
func only(format string, n int) string {
	if strings.Contains(format, fmt.Sprintf("%%[%d]", n+1)) {
		panic(fmt.Errorf("the format %q must use at most %d arguments", format, n))
	}
	return format
}

// operand returns the Go expression of an operand.
func operand(names map[*value]string, v *value) string {
	switch v.op {
	case scalar:
		return v.from.name
	case number:
		return literal(v.bits)
	}
	return names[v]
}

// literal returns the Go expression of a constant.
func literal(bits uint32) string {
	v := float64(math.Float32frombits(bits))
	if math.IsNaN(v) || math.IsInf(v, 0) || v == 0 && math.Signbit(v) {
		return fmt.Sprintf("math.Float32frombits(0x%08x)", bits)
	}
	return strconv.FormatFloat(v, 'g', -1, 32)
}

// fieldTypes maps the fields of Set with several kernels to their types.
var fieldTypes = map[string]string{
	"Unary": "map[string]func(y, x []float32)", "Where": "Selection",
	"Arithmetic": "map[string]Binary[float32, float32]", "Comparison": "map[string]Binary[float32, bool]",
}

// entries returns the elements of a field of Set, given the suffix of the kernel names.
func entries(suffix, field string) string {
	var list, operations []string
	forms := map[string][]string{} // forms of each binary operation
	for _, k := range kernels() {
		path, name := strings.Split(k.entry, "."), k.name+suffix
		switch {
		case path[0] != field:
		case field == "Unary":
			list = append(list, fmt.Sprintf("%q: %s", path[1], name))
		case len(path) == 2:
			list = append(list, name)
		default:
			if forms[path[1]] == nil {
				operations = append(operations, path[1])
			}
			forms[path[1]] = append(forms[path[1]], name)
		}
	}
	for _, operation := range operations {
		made := strings.Join(forms[operation], ", ")
		if len(forms[operation]) == 2 {
			list = append(list, fmt.Sprintf("%q: Commuting(%s)", operation, made))
			continue
		}
		list = append(list, fmt.Sprintf("%q: {%s}", operation, made))
		if mirror := mirrors[operation]; mirror != "" {
			list = append(list, fmt.Sprintf("%q: Forms(%s).Mirrored()", mirror, made))
		}
	}
	return strings.Join(list, ",\n") + ",\n"
}
