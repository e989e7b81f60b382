package modelfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/onnx/operator"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// MaxFile is the maximum size of a model, in bytes: 2 GiB, the limit of the format. It includes external
// weights.
const MaxFile = 2 << 30

// copies is the number of copies of the weights in memory while a file is read.
const copies = 3

// OldestOpset is the oldest supported opset. Softmax and Squeeze had other semantics before it. Operations that
// have not changed since an older opset are accepted from that opset too.
const OldestOpset = 13

// others maps the first bytes of files that are often mistaken for ONNX models to an explanation.
var others = []struct{ begin, what string }{
	{"PK\x03\x04", "a zip archive, such as PyTorch's .pt and Keras's .keras; export the model with torch.onnx.export or model.export(file, format=\"onnx\")"},
	{"\x89HDF", "an HDF5 file, such as Keras's .h5; export the model with model.export(file, format=\"onnx\")"},
	{"\x80", "a Python pickle; export the model with skl2onnx.to_onnx or torch.onnx.export"},
	{"TFL3", "a TensorFlow Lite file; export the model as ONNX"},
	{"{", "a text; a model saved by igbo is a folder"},
}

// Read reads and checks a file and its external weights. It also returns the raw bytes of the file.
func Read(file string) (*protos.ModelProto, []byte, error) {
	content, err := readAll(file)
	if err != nil {
		return nil, nil, err
	}
	m, err := Decode(content)
	if err != nil {
		return nil, nil, err
	}
	return m, content, inline(m.Graph, file, MaxFile-len(content))
}

func readAll(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, errors.New("it is a folder, want an ONNX file")
	case info.Size() == 0:
		return nil, errors.New("it is empty, want an ONNX file")
	case info.Size() > MaxFile:
		return nil, fmt.Errorf("it is too large: %d bytes (max %d)", info.Size(), MaxFile)
	}
	if err := memory.Check(copies * float64(info.Size())); err != nil {
		return nil, fmt.Errorf("it has %d bytes, and loading it %w", info.Size(), err)
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	content, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err == nil && len(content) > MaxFile {
		err = fmt.Errorf("it is too large (max %d bytes)", MaxFile)
	}
	return content, err
}

// Decode parses a model and checks that it is complete.
func Decode(content []byte) (*protos.ModelProto, error) {
	for _, o := range others {
		if bytes.HasPrefix(content, []byte(o.begin)) {
			return nil, fmt.Errorf("not an ONNX file: it is %s", o.what)
		}
	}
	m := &protos.ModelProto{}
	if err := proto.Unmarshal(content, m); err != nil {
		return nil, fmt.Errorf("not an ONNX file, or damaged: its %d bytes are not a protocol buffer (copy or export it again)", len(content))
	}
	if m.Graph == nil || len(m.OpsetImport) == 0 || m.IrVersion == 0 || len(m.Graph.Node) == 0 || len(m.Graph.Output) == 0 {
		return nil, errors.New("not an ONNX file, or truncated: it has no version, operations or outputs (copy or export it again)")
	}
	if n := len(m.Graph.Node); n > operator.MostNodes {
		return nil, fmt.Errorf("it has too many operations, %d (max %d; export a smaller model or shorter series)", n, operator.MostNodes)
	}
	if err := standard.CheckOpsets(m, OldestOpset); err != nil {
		return nil, err
	}
	trees := slices.ContainsFunc(m.Graph.Node, IsTrees) // files with trees use older opsets for their column operations
	for _, n := range m.Graph.Node {
		if name := standard.Name(n); strings.ContainsFunc(name, unprinted) {
			return nil, fmt.Errorf("node %.60q has an invalid operation name, %.60q; the file is damaged", n.Name, name)
		}
		if at := standard.Version(n, m); at < OldestOpset && !trees && standard.Changed(n, at, OldestOpset) {
			return nil, fmt.Errorf("it uses opset %d, in which %s works differently; use opset %d or later (export it with opset_version=%d)", at, standard.Name(n), OldestOpset, OldestOpset)
		}
	}
	return m, checkNames(m.Graph)
}

// unprinted reports whether r is unprintable. Such runes are not allowed in operation names or external file
// names.
func unprinted(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }

// checkNames checks that operations and outputs refer only to values that are defined earlier.
func checkNames(g *protos.GraphProto) error {
	known := map[string]bool{"": true}
	for _, in := range g.Input {
		known[in.Name] = true
	}
	for _, t := range g.Initializer {
		known[t.Name] = true
	}
	if len(g.SparseInitializer) > 0 {
		return errors.New("sparse weights are unsupported (export the model without sparsity)")
	}
	for _, n := range g.Node {
		for _, in := range n.Input {
			if !known[in] {
				return fmt.Errorf("operation %s %q reads %q, which no earlier operation produces; the file is damaged or truncated", n.OpType, n.Name, in)
			}
		}
		for _, out := range n.Output {
			if out != "" && known[out] {
				return fmt.Errorf("operation %s %q produces %q, which already exists; the file is damaged", n.OpType, n.Name, out)
			}
			known[out] = true
		}
	}
	for _, out := range g.Output {
		if !known[out.Name] {
			return fmt.Errorf("no operation produces its output %q; the file is damaged or truncated", out.Name)
		}
	}
	return nil
}

// inline reads external weights, up to most bytes in total.
func inline(g *protos.GraphProto, model string, most int) error {
	for _, t := range g.Initializer {
		if t.DataLocation != protos.TensorProto_EXTERNAL {
			continue
		}
		raw, err := external(t, model, most)
		if err != nil {
			return fmt.Errorf("the external weights %q: %w", t.Name, err)
		}
		most -= len(raw)
		t.RawData, t.DataLocation, t.ExternalData = raw, protos.TensorProto_DEFAULT, nil
	}
	return nil
}

// external reads the bytes of a tensor from a file in the model's folder.
func external(t *protos.TensorProto, model string, most int) ([]byte, error) {
	var location string
	offset, length := int64(0), int64(-1)
	for _, e := range t.ExternalData {
		var err error
		switch e.Key {
		case "location":
			location = e.Value
		case "offset":
			offset, err = strconv.ParseInt(e.Value, 10, 64)
		case "length":
			length, err = strconv.ParseInt(e.Value, 10, 64)
		}
		if err != nil || offset < 0 {
			return nil, fmt.Errorf("%s is %q, want a whole number of at least 0", e.Key, e.Value)
		}
	}
	if !filepath.IsLocal(location) || strings.ContainsFunc(location, unprinted) {
		return nil, fmt.Errorf("they must be in a file in the folder of the model, got %q", location)
	}
	path, err := inside(model, location)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; copy the file together with the model, or export with the weights inside (external_data=False)", err)
	}
	if err != nil {
		return nil, err
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	if length < 0 {
		length = info.Size() - offset
	}
	if length < 0 || length > info.Size() || offset > info.Size()-length {
		return nil, fmt.Errorf("bytes %d to %d of %q are out of range: that file has %d bytes; it is truncated or belongs to another model", offset, offset+length, location, info.Size())
	}
	if length > int64(most) {
		return nil, fmt.Errorf("they are too large: %d bytes (max %d for all weights)", length, MaxFile)
	}
	raw := make([]byte, length)
	_, err = in.ReadAt(raw, offset)
	return raw, err
}

// inside returns the path of an external weights file, with symbolic links resolved. The file must be in the
// model's folder or, if the model itself is a symbolic link, in the folder of the link's target.
func inside(model, location string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(filepath.Dir(model), location))
	if err != nil {
		return "", err
	}
	if linked, err := filepath.EvalSymlinks(model); err == nil {
		for _, folder := range []string{filepath.Dir(model), filepath.Dir(linked)} {
			folder, err := filepath.EvalSymlinks(folder)
			if err != nil {
				continue
			}
			if within, err := filepath.Rel(folder, real); err == nil && filepath.IsLocal(within) {
				return real, regular(real, location)
			}
		}
	}
	return "", fmt.Errorf("they must be in a file in the folder of the model, but %q is a link to another folder", location)
}

// regular returns an error unless the file is a regular file. Reading a pipe, for example, could block forever.
func regular(path, location string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%q must be a regular file, but has mode %s", location, info.Mode())
	}
	return err
}
