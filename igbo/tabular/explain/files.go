package explain

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/floatjson"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
	"github.com/igbolab/igbolab/plots"
)

// names returns the names of the features.
func (e *Explanation) names() (names []string) {
	for _, f := range e.Features {
		names = append(names, f.Name)
	}
	return names
}

// byShare returns the features, the largest share first.
func (e *Explanation) byShare() []int {
	order := make([]int, len(e.Features))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.Features[b].Share, e.Features[a].Share) })
	return order
}

// WriteScores writes the scores as CSV: a header with the features' names, and one row a sample, in the format that igbo dag reads.
func (e *Explanation) WriteScores(to io.Writer) error {
	w := sheet.NewWriter(to)
	if err := w.Write(e.names()); err != nil {
		return err
	}
	if w.Flush(); w.Error() != nil {
		return w.Error()
	}
	if e.spool != nil {
		return e.spool.copyTo(to)
	}
	return writeRows(to, e.Scores)
}

// Close deletes the temporary file with the scores of a file beyond 32 MB, if there is one.
func (e *Explanation) Close() {
	if e != nil && e.spool != nil {
		e.spool.file.Close()
		e.spool = nil
	}
}

// Files returns report.html, explain.json and, as PNG and SVG, importance; for tables also direction, beeswarm and dependence; for series
// heatmap. WriteScores writes the scores.
func (e *Explanation) Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	var err error
	if files["report.html"], err = e.Page(); err != nil {
		return nil, err
	}
	if files["explain.json"], err = floatjson.Marshal(e); err != nil {
		return nil, err
	}
	figures, err := e.Figures()
	if err != nil {
		return nil, err
	}
	drawn, err := plots.Files(figures)
	if err != nil {
		return nil, err
	}
	for _, f := range drawn {
		files[f.Name] = f.Content
	}
	return files, nil
}

// FileNames returns the names of the files that Save can write.
func FileNames() []string {
	return []string{"report.html", scoresFile, "explain.json", "importance.png", "importance.svg", "heatmap.png", "heatmap.svg",
		"direction.png", "direction.svg", "beeswarm.png", "beeswarm.svg", "dependence.png", "dependence.svg"}
}

// scoresFile is the file of the scores.
const scoresFile = "scores.csv"

// Save writes the Files and the scores into a folder, atomically.
func (e *Explanation) Save(folder string) error {
	files, err := e.Files()
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	if err := durable.MakeFolder(folder); err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	var paths []string
	var contents [][]byte
	for name, content := range files {
		paths, contents = append(paths, filepath.Join(folder, name)), append(contents, content)
	}
	err = durable.Write(filepath.Join(folder, scoresFile), 0o666, func(w io.Writer) error {
		if err := e.WriteScores(w); err != nil {
			return err
		}
		return durable.WriteFiles(paths, contents, 0o666)
	})
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	return nil
}

// Text returns the table of the features, and how exact the scores are.
func (e *Explanation) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	random := map[bool]string{true: "", false: "\trandom parameters"}[e.Method != ""]
	fmt.Fprintln(w, "feature\tmean |H|\t±\t"+e.third()+"\tpermutation\t±"+random)
	for _, k := range e.byShare() {
		f := e.Features[k]
		fmt.Fprintf(w, "%s\t%.4f\t%.4f\t%s\t%s\t%s", f.Name, f.Share, f.Interval, e.moves(f), shown(f.Permutation), shown(f.StdDev))
		if random != "" {
			fmt.Fprintf(w, "\t%s", shown(f.Random))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Fprintf(&b, "%s of %d samples %s.%s\n", map[bool]string{true: "Signed scores", false: "Absolute scores"}[e.Config.Attribution.Score == "signed"], e.Samples, against(e.Method, e.Baseline), leftOut(e.LeftOut, e.Rows))
	if e.Method != "" {
		fmt.Fprintf(&b, "Scores of %s.\n", e.Method)
	}
	fmt.Fprintf(&b, "Completeness gap: mean %.3g, largest %.3g, %.2g of the mean change of the output.\n", e.Gap.Mean, e.Gap.Largest, e.Gap.Relative)
	if e.Permuted != "" {
		fmt.Fprintf(&b, "Permutation: %s, on %d samples.\n", e.Permuted, e.PermutedRows)
	}
	if e.RandomCorrelation != nil {
		fmt.Fprintf(&b, "Rank correlation with the shares of the same model with random parameters: %.2f (if it is near 1, the attributions depend little on what the model learned).\n", *e.RandomCorrelation)
	}
	if t, ok := e.pairTable(); ok {
		fmt.Fprintf(&b, "\n%s\n", t.Text())
	}
	for _, warning := range e.Warnings {
		fmt.Fprintf(&b, "Warning: %s.\n", warning)
	}
	return b.String()
}

// against describes the reference of the scores.
func against(method, baseline string) string {
	if method != "" {
		return "against " + baseline
	}
	return "at the baseline " + baseline
}

// leftOut describes how many rows lack a value; "" for none.
func leftOut(n, of int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d of %d rows are left out, as they lack values.", n, of)
}

// shown formats a number, or a dash for nil.
func shown(v *float64) string {
	if v == nil {
		return "–"
	}
	return strconv.FormatFloat(*v, 'g', 4, 64)
}

// spool stores the lines of scores.csv of a large table in a temporary file.
type spool struct {
	file *durable.Scratch
	to   *bufio.Writer
}

func newSpool() (*spool, error) {
	f, err := durable.NewScratch()
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriterSize(f, 1<<20)}, nil
}

// write appends the lines of some scores.
func (s *spool) write(h *mat.Dense) error { return writeRows(s.to, h) }

// copyTo writes all lines.
func (s *spool) copyTo(w io.Writer) error {
	if err := s.to.Flush(); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(s.file, 0, info.Size()))
	return err
}

// writeRows writes one line for each sample.
func writeRows(w io.Writer, h *mat.Dense) error {
	n, k := h.Dims()
	line := make([]byte, 0, 24*k)
	for i := range n {
		line = line[:0]
		for j, v := range h.RawRowView(i) {
			if j > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
