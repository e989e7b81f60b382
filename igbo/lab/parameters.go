package lab

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// ParseParameters parses NAME=VALUE pairs. It returns an error if a name is empty or given twice.
func ParseParameters(pairs []string) (map[string]string, error) {
	values := map[string]string{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || !identifier.MatchString(name) {
			return nil, fmt.Errorf("must be NAME=VALUE with the name of a variable, such as seeds=20, got %q", pair)
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("%s is given twice; use it once", name)
		}
		values[name] = value
	}
	return values, nil
}

var identifier = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)

// job is a notebook to run.
type job struct {
	name   string // its path in the folder of the notebooks, with slashes
	text   []byte // the text to run
	target string // the path of the executed notebook
}

// Settle checks, before anything is set up, that the names select notebooks, that some have the parameters, and that no target is a file
// that igbo did not write.
func (l *Lab) Settle(o ExecuteOptions) error {
	jobs, err := l.jobs(o)
	if err != nil {
		return err
	}
	return l.untouched(jobs, o)
}

// untouched returns an error if a run would replace a file that igbo did not write. A notebook that is run in place is
// replaced.
func (l *Lab) untouched(jobs []job, o ExecuteOptions) error {
	for _, j := range jobs {
		if j.target != filepath.Join(l.Notebooks, filepath.FromSlash(j.name)) && ledger.Foreign(j.target) {
			return fmt.Errorf("lab: %s: %w", j.target, ledger.ErrForeign)
		}
		if page := pageOf(j.target, o); o.HTML != "" && ledger.Foreign(page) {
			return fmt.Errorf("lab: %s: %w", page, ledger.ErrForeign)
		}
	}
	return nil
}

// pageOf returns the path of the exported page of an executed notebook.
func pageOf(target string, o ExecuteOptions) string {
	return filepath.Join(o.HTML, filepath.FromSlash(strings.TrimSuffix(short(target), ".ipynb")+".html"))
}

// jobs returns the notebooks that the names select, with the parameters set. If there are several notebooks, it returns those
// that declare all of the parameters.
func (l *Lab) jobs(o ExecuteOptions) ([]job, error) {
	names, err := l.find(o.Names)
	if err != nil {
		return nil, err
	}
	var jobs []job
	var offers []string
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(l.Notebooks, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		j := job{name: name, text: text, target: l.target(name, o)}
		if len(o.Parameters) > 0 {
			missing, offer, err := j.inject(o.Parameters)
			if err != nil {
				return nil, err
			}
			if offers = append(offers, offer); missing {
				continue
			}
		}
		jobs = append(jobs, j)
	}
	if len(jobs) == 0 {
		return nil, fmt.Errorf("lab: no notebook has all of the parameters %s; notebooks have\n  %s",
			strings.Join(slices.Sorted(maps.Keys(o.Parameters)), ", "), strings.Join(offers, "\n  "))
	}
	return jobs, nil
}

// inject sets parameters, or returns an error with the missing parameter and those that the notebook has.
func (j *job) inject(values map[string]string) (missing bool, offer string, err error) {
	n, err := ipynb.Read(j.text)
	if err != nil {
		return false, "", fmt.Errorf("lab: %s: %w", j.name, err)
	}
	known, err := n.Parameters()
	if err != nil {
		return false, "", fmt.Errorf("lab: %s: %w", j.name, err)
	}
	var reported []string
	for _, p := range known {
		reported = append(reported, p.String())
	}
	if offer = j.name + ": " + strings.Join(reported, ", "); len(known) == 0 {
		offer = j.name + ": none"
	}
	for name := range values {
		if !slices.ContainsFunc(known, func(p ipynb.Parameter) bool { return p.Name == name }) {
			return true, offer, nil
		}
	}
	if err := n.Inject(values); err != nil {
		return false, offer, fmt.Errorf("lab: %s: %w", j.name, err)
	}
	j.text, err = n.Bytes()
	return false, offer, err
}

// target returns the path for an executed notebook: in place, or in the folder Out, with the parameters in its name if there are
// any.
func (l *Lab) target(name string, o ExecuteOptions) string {
	dir := l.Notebooks
	if o.Out != "" {
		dir = o.Out
	}
	return filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, ".ipynb")+suffix(o.Parameters)+".ipynb"))
}

// unsafe matches characters that cannot be in the name of a file.
var unsafe = regexp.MustCompile(`[^\pL\pN.,+_-]+`)

// suffix names parameters in the name of a file: -seeds=20-alpha=0.3, in the order of the names.
func suffix(values map[string]string) string {
	const longest = 40
	reported := ""
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := []rune(unsafe.ReplaceAllString(values[name], "_"))
		reported += "-" + name + "=" + string(value[:min(len(value), longest)])
	}
	return reported
}
