package proxy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/required"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// require runs %require MODULE[@VERSION] …: the stateful process loads the modules, the engine fetches them for programs, and the notebook
// records them. Without arguments it lists them, and none removes them. It reports whether the cell is done.
func (p *proxy) require(c *cell, words []string) bool {
	if len(words) == 0 || len(words) == 1 && words[0] == "none" {
		p.begin(c)
		p.close(c, p.listRequired(c, len(words) == 1))
		return true
	}
	for _, w := range words {
		if !required.Word.MatchString(w) {
			p.begin(c)
			p.close(c, refusal(fmt.Sprintf("%%require: invalid module %q (must be MODULE or MODULE@VERSION, such as example.org/module@v1.2.3)", w)))
			return true
		}
	}
	if loader, is := offers[executor.Modules](p); is {
		p.requireStateful(c, loader, words)
		return true
	}
	for i, w := range words {
		if !strings.Contains(w, "@") {
			words[i] = w + "@latest"
		}
	}
	c.required = words
	c.request.Code = fetches + strings.Join(words, " ") + " && touch '" + p.fetchedFile() + "'"
	return false
}

// listRequired lists the modules that the notebook requires, after forgetting them if requested.
func (p *proxy) listRequired(c *cell, forget bool) *failure {
	if forget {
		if err := required.Keep(nil); err != nil {
			return refusal(err.Error())
		}
		p.modules = nil
	}
	text := "this notebook requires no module\n"
	if len(p.modules) > 0 {
		text = "this notebook requires " + strings.Join(p.modules, ", ") + "; run %require none to load none of them at the next start of the kernel\n"
	}
	p.say(c, "stdout", text)
	return nil
}

// requireStateful loads modules into the stateful process. Then the engine fetches them, for cells that are programs.
func (p *proxy) requireStateful(c *cell, loader executor.Modules, words []string) {
	var modules, packages []string
	var notes []string
	p.aside(c, func(ctx context.Context) (err error) {
		if modules, packages, err = loader.Require(ctx, words...); err != nil {
			return err
		}
		for i, path := range packages {
			r, err := loader.Load(ctx, path)
			notes = append(notes, r.Notes...)
			if f, is := errors.AsType[cells.Foreign](err); is { // programs can import it
				notes, packages[i] = append(notes, f.Reason+": cells that import it run as programs"), ""
				continue
			}
			if err != nil {
				return err
			}
			if r.End != "" {
				return errors.New(r.End + ": " + r.Text)
			}
		}
		return nil
	}, func(err error) {
		if p.running != c || p.finished {
			return
		}
		for _, note := range notes {
			p.say(c, "stderr", "["+note+"]\n")
		}
		switch {
		case err != nil && c.interrupted:
			p.close(c, p.statefulFailure(c, executor.Result{}, err))
			return
		case err != nil:
			p.close(c, refusal(strings.TrimPrefix(err.Error(), "stateful: ")))
			return
		}
		if packages = slices.DeleteFunc(packages, func(path string) bool { return path == "" }); len(packages) > 0 {
			p.say(c, "stdout", "loaded: "+strings.Join(packages, ", ")+"\n")
		}
		p.keepRequired(c, modules)
		p.queue = append([]*cell{own(fetches + strings.Join(modules, " "))}, p.queue...)
		p.close(c, nil)
	})
}

// keepRequired records modules for the notebook; a module replaces another version of it.
func (p *proxy) keepRequired(c *cell, modules []string) {
	module := func(m string) string { path, _, _ := strings.Cut(m, "@"); return path }
	for _, m := range modules {
		p.modules = append(slices.DeleteFunc(p.modules, func(old string) bool { return module(old) == module(m) }), m)
	}
	if !required.Named() {
		p.say(c, "stdout", "available until this kernel ends (it does not know the notebook's file, so it stores no modules): "+strings.Join(modules, ", ")+"\n")
		return
	}
	if err := required.Keep(p.modules); err != nil {
		p.say(c, "stderr", fmt.Sprintf("[the modules are not stored for the next start of the kernel: %v]\n", err))
		return
	}
	p.say(c, "stdout", "stored with this notebook: "+strings.Join(modules, ", ")+"\n")
}

// fetchedFile exists once modules were fetched, because the engine does not report whether a command has failed.
func (p *proxy) fetchedFile() string { return filepath.Join(p.session.Folder, "fetched") }

// fetches is the beginning of a line with which the engine fetches modules.
const fetches = "!*go get "

// tellLinked reports fetched modules of which the stateful process has another version, which it keeps.
func (p *proxy) tellLinked(c *cell) {
	if _, is := offers[executor.Modules](p); !is || c.own || c.failed {
		return
	}
	for line := range strings.Lines(c.request.Code) {
		words, is := strings.CutPrefix(line, fetches)
		if !is {
			continue
		}
		for _, w := range strings.Fields(words) {
			module, version, _ := strings.Cut(w, "@")
			if !required.Module.MatchString(w) {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), linkedLimit)
			linked := p.Stateful.Made.Linked(ctx, module)
			cancel()
			if linked != "" && linked != version {
				p.say(c, "stderr", fmt.Sprintf("[stateful cells still use %s %s, which is linked into their process; cells after %%live off use %s]\n", module, linked, version))
			}
		}
	}
}

// linkedLimit limits the time in which the go command looks for a version.
const linkedLimit = 5 * time.Second

// concludeRequired records what the engine has fetched.
func (p *proxy) concludeRequired(c *cell) {
	if c.required == nil || c.failed {
		return
	}
	if os.Remove(p.fetchedFile()) != nil {
		c.fault, c.failed = refusal("these modules could not be downloaded: "+strings.Join(c.required, ", ")), true
		return
	}
	p.keepRequired(c, c.required)
}
