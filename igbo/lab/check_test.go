package lab

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestExecuteNamesNotebookAndCell checks that the error about a failing notebook names it and the cell, that its file does not change, and
// that the file of a successful one is replaced.
func TestExecuteNamesNotebookAndCell(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	must.Do(t, os.MkdirAll(l.Notebooks, 0o755))
	good, bad := filepath.Join(l.Notebooks, "01_good.ipynb"), filepath.Join(l.Notebooks, "02_bad.ipynb")
	put(t, good, "old", 0o644)
	put(t, bad, "old", 0o644)
	must.Do(t, os.MkdirAll(filepath.Dir(l.python()), 0o755))
	put(t, l.python(), `#!/bin/sh
if grep -q '"name":"02_bad'; then echo '{"seconds": [1], "cell": 3, "error": "panic: boom", "notebook": "half"}'
else echo '{"seconds": [0.5, 1], "cell": 0, "error": "", "notebook": "new"}'; fi
`, 0o755)
	_, err := l.Execute(context.Background(), ExecuteOptions{})
	var cell *CellError
	if !errors.As(err, &cell) || cell.Cell != 3 || !strings.Contains(err.Error(), "02_bad.ipynb, code cell 3: panic: boom") {
		t.Errorf("error %v, want notebook, cell and message", err)
	}
	if logged(t, good) != "new\n" || logged(t, bad) != "old" {
		t.Errorf("files %q and %q, want the good one replaced and the bad one kept", logged(t, good), logged(t, bad))
	}
	if _, err := l.Execute(context.Background(), ExecuteOptions{Names: []string{"07"}}); err == nil || !strings.Contains(err.Error(), "01_good.ipynb, 02_bad.ipynb") {
		t.Errorf("unknown notebook: %v", err)
	}
}

func notebookWith(t *testing.T, text, picture string) []byte {
	t.Helper()
	nb := map[string]any{"cells": []any{
		map[string]any{"cell_type": "markdown", "source": "words"},
		map[string]any{"cell_type": "code", "metadata": map[string]any{}, "source": "x", "outputs": []any{
			map[string]any{"output_type": "stream", "name": "stdout", "text": []string{text}},
			map[string]any{"output_type": "display_data", "data": map[string]any{"image/png": picture}},
		}},
	}}
	return must.Of(json.Marshal(nb)).In(t)
}

// bars draws n dark bars.
func bars(t *testing.T, n int, shade uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 200, 100))
	for x := range 200 {
		for y := range 100 {
			c := uint8(250)
			if (x*n/200)%2 == 0 && y > 20 {
				c = shade
			}
			img.SetGray(x, y, color.Gray{Y: c})
		}
	}
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, img))
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// TestCompare checks that differences in rounding, times and shades are accepted, but not in words, numbers and pictures.
func TestCompare(t *testing.T) {
	base := notebookWith(t, "MSE 363.10 in 2.5 s\n", bars(t, 4, 10))
	for name, c := range map[string]struct {
		fresh []byte
		want  string
	}{
		"same":         {base, ""},
		"rounding":     {notebookWith(t, "MSE 363.2 in 9.1 s\n", bars(t, 4, 20)), ""},
		"number":       {notebookWith(t, "MSE 390.1 in 2.5 s\n", bars(t, 4, 10)), "number 1 differs"},
		"word":         {notebookWith(t, "RMSE 363.10 in 2.5 s\n", bars(t, 4, 10)), "text differs"},
		"picture":      {notebookWith(t, "MSE 363.10 in 2.5 s\n", bars(t, 11, 10)), "picture 1 differs"},
		"sign":         {notebookWith(t, "MSE −363.10 in 2.5 s\n", bars(t, 4, 10)), "differs"},
		"hash":         {notebookWith(t, "MSE # in 2.5 s\n", bars(t, 4, 10)), "text differs"},
		"broken image": {notebookWith(t, "MSE 363.10 in 2.5 s\n", "####"), "picture 1"},
	} {
		found := must.Of(compare("x.ipynb", base, c.fresh, false)).In(t)
		if got := fmt.Sprint(found); (len(found) == 0) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %q", name, got, c.want)
		}
	}
	other := notebookWith(t, "count = 2", bars(t, 4, 10))
	of := func(text []byte) []byte {
		return bytes.Replace(text, []byte(`"metadata":{}`), []byte(`"metadata":{"tags":["`+StatefulTag+`"]}`), 1)
	}
	for _, programs := range []bool{false, true} {
		if found, err := compare("x.ipynb", of(base), of(other), programs); err != nil || (len(found) == 0) != programs {
			t.Errorf("a cell with values of earlier cells, programs %v: %v %v", programs, found, err)
		}
	}
	if _, err := compare("x.ipynb", []byte("{"), base, false); err == nil {
		t.Error("a broken file was compared")
	}
}
