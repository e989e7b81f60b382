package lab

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/livepage"
)

// livePages makes pages in which sliders compute, and prints for each slider whether it does.
func (l *Lab) livePages(ctx context.Context, ending string, sources []source) ([]string, error) {
	programs := make([]*livepage.Program, len(sources))
	for i := range sources {
		var err error
		if programs[i], err = l.program(ctx, sources[i]); err != nil {
			return nil, fmt.Errorf("lab: %s: %w", sources[i].Name, err)
		}
		if sources[i].Script, err = programs[i].Script(); err != nil {
			return nil, fmt.Errorf("lab: %s: %w", sources[i].Name, err)
		}
	}
	texts, err := l.pages(ctx, "live", ending, sources)
	if err != nil {
		return nil, err
	}
	const place = `id="igbolab-program">igbolabprogram<`
	for i, p := range programs {
		if p.Packed != nil && strings.Count(texts[i], place) != 1 {
			return nil, fmt.Errorf("lab: %s: the exported page must contain the marker of the program once", sources[i].Name)
		}
		texts[i] = strings.Replace(texts[i], place, `id="igbolab-program">`+p.Text()+`<`, 1)
	}
	return texts, nil
}

// program builds the program of a notebook's sliders.
func (l *Lab) program(ctx context.Context, s source) (*livepage.Program, error) {
	n, err := ipynb.Read([]byte(s.Text))
	if err != nil {
		return nil, err
	}
	var cells []livepage.Cell
	outputs := n.HTML()
	for i, code := range n.Code() {
		cells = append(cells, livepage.Cell{Code: code, Blocks: livepage.Blocks(outputs[i])})
	}
	folder, err := os.MkdirTemp("", "igbolab-live-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	b := livepage.Builder{Go: "go", Source: l.Checkout, Env: l.env, Folder: folder}
	p, err := b.Make(ctx, cells, livepage.DefaultLimits())
	if err != nil {
		return nil, err
	}
	for _, slider := range p.Sliders {
		does := "computes"
		if slider.Why != "" {
			does = "plays frames, as it " + slider.Why
		}
		fmt.Fprintf(l.Out, "%s, cell %d: %s %s\n", s.Name, slider.Cell, slider.Label, does)
	}
	if p.Packed != nil {
		fmt.Fprintf(l.Out, "%s: its program has %.1f MB\n", s.Name, float64(len(p.Packed))/1e6)
	}
	return p, nil
}
