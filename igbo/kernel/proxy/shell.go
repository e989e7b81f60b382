package proxy

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// command runs a shell command with the engine, in the working directory and environment of the stateful process. The exit status of the
// step is that of the command.
func (p *proxy) command(c *cell, line string) {
	words, inFolder := strings.CutPrefix(line[1:], "*")
	if strings.TrimSpace(words) == "" {
		p.close(c, refusal("! needs a command"))
		return
	}
	run := func(setup string) {
		start := time.Now()
		code := line[:len(line)-len(words)] + setup + words
		if !stdin.Supported() && (c.inputs || c.password) { // otherwise the engine asks, after a while
			code = map[bool]string{true: "%with_password\n", false: "%with_inputs\n"}[c.password] + code
		}
		p.engage(c, code, func(r executor.Result) {
			p.took(c, executor.Result{Took: time.Since(start)})
			p.judge(c, r)
		})
	}
	if runtime.GOOS == "windows" {
		run("")
		return
	}
	place, is := offers[executor.Surroundings](p)
	if !is {
		p.setup(c, nil, run)
		return
	}
	started, err := place.Started()
	if err != nil { // no process has a separate working directory and environment
		p.setup(c, nil, run)
		return
	}
	p.arrange(c, message.Change{}, func(now message.Surroundings) {
		lines := exports(append(started, p.env...), now.Env)
		if !inFolder && now.Dir != "" {
			lines = append(lines, "cd -- "+quoted(now.Dir))
		}
		p.setup(c, lines, run)
	})
}

// setup writes lines that must run before a command into a file, and passes the file to run.
func (p *proxy) setup(c *cell, lines []string, run func(setup string)) {
	_ = os.Remove(p.statusFile()) // left by an earlier command
	lines = append(lines, "trap 'echo $? > "+strings.ReplaceAll(quoted(p.statusFile()), "'", `'\''`)+"' EXIT")
	file := filepath.Join(p.session.Folder, "setup")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		p.close(c, refusal(err.Error()))
		return
	}
	run(". " + quoted(file) + "; ")
}

// statusFile returns the file with the exit status of the last command.
func (p *proxy) statusFile() string { return filepath.Join(p.session.Folder, "status") }

// judge ends a step with a shell command, by the command's exit status. If the shell has not written the status, the engine's message
// counts.
func (p *proxy) judge(c *cell, r executor.Result) {
	text, err := os.ReadFile(p.statusFile())
	status := strings.TrimSpace(string(text))
	if c.interrupted || c.cause != nil || c.held.exit < 0 || c.held.text.Len() == 0 || err == nil && status == "0" {
		p.close(c, p.programFailure(c, r))
		return
	}
	value := strings.TrimSpace(c.held.text.String()[c.held.exit:])
	if err == nil {
		value = "exit status " + status
	}
	c.held.used = c.held.exit
	p.close(c, new(explain.Reported(explain.Ended, "the command ended with "+value)))
}

// exports returns shell commands that change one environment into another.
func exports(from, to []string) (lines []string) {
	last := map[string]string{}
	for _, pair := range from {
		name, _, _ := strings.Cut(pair, "=")
		last[name] = pair
	}
	for _, pair := range to {
		if name, value, _ := strings.Cut(pair, "="); last[name] != pair && isVariable(name) {
			lines = append(lines, fmt.Sprintf("export %s=%s", name, quoted(value)))
		}
	}
	for _, pair := range from {
		name, _, _ := strings.Cut(pair, "=")
		if isVariable(name) && !slices.ContainsFunc(to, func(p string) bool { return strings.HasPrefix(p, name+"=") }) {
			lines = append(lines, "unset "+name)
		}
	}
	return lines
}

// isVariable reports whether the shell accepts a name as a variable.
func isVariable(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// quoted quotes a text for the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// script runs a cell in another language with the engine.
func (p *proxy) script(c *cell, code string) {
	p.engage(c, code, func(r executor.Result) {
		_ = os.Remove(p.statusFile())
		p.judge(c, r)
	})
}
