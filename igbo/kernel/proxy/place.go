package proxy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// arrange changes the working directory and environment of cells, and calls then with the new values. They are those of the stateful
// process if there is one.
func (p *proxy) arrange(c *cell, change message.Change, then func(message.Surroundings)) {
	var now message.Surroundings
	p.aside(c, func(ctx context.Context) (err error) {
		if now, err = p.statefulSession.Arrange(ctx, change); !errors.Is(err, stateful.ErrEnded) {
			return err
		}
		now, err = p.surroundings(change)
		return err
	}, func(err error) {
		switch {
		case p.running != c:
		case c.interrupted || c.cause != nil:
			p.close(c, nil)
		case err != nil:
			p.close(c, refusal(err.Error()))
		default:
			p.dir.Store(&now.Dir)
			p.env = append(p.env, change.Set...)
			then(now)
		}
	})
}

// surroundings returns the working directory and environment of programs after a change.
func (p *proxy) surroundings(change message.Change) (now message.Surroundings, err error) {
	now.Dir, now.Env = *p.dir.Load(), slices.Concat(os.Environ(), p.env, change.Set)
	if change.Dir == "" {
		return now, nil
	}
	if now.Dir = change.Dir; !filepath.IsAbs(now.Dir) {
		now.Dir = filepath.Join(*p.dir.Load(), now.Dir)
	}
	switch info, err := os.Stat(now.Dir); {
	case err != nil:
		return now, err
	case !info.IsDir():
		return now, fmt.Errorf("%s is not a directory", now.Dir)
	}
	return now, nil
}

// changeDir changes the working directory of cells, commands and programs, or shows it.
func (p *proxy) changeDir(c *cell, rest string) {
	words := magic.Words(rest)
	if len(words) > 1 {
		p.close(c, refusal(fmt.Sprintf("%%cd needs one directory, got %d (quote a name that contains spaces)", len(words))))
		return
	}
	change := message.Change{}
	if len(words) == 1 {
		change.Dir = magic.Expand(words[0])
	}
	p.arrange(c, change, func(now message.Surroundings) {
		p.say(c, "stdout", now.Dir+"\n")
		if change.Dir == "" {
			p.close(c, nil)
			return
		}
		p.quietly(c, "%cd "+magic.Quote(now.Dir), p.engaged(c))
	})
}

// environment sets or shows an environment variable of cells, commands and programs, or shows all.
func (p *proxy) environment(c *cell, rest string) {
	name, value, sets := strings.Cut(rest, "=")
	if words := magic.Words(rest); !sets && len(words) > 1 {
		name, value, sets = words[0], strings.TrimSpace(strings.TrimPrefix(rest, words[0])), true
	}
	name = strings.TrimSpace(name)
	if words := magic.Words(value); strings.HasPrefix(value, `"`) && len(words) == 1 {
		value = words[0]
	}
	switch {
	case sets && (name == "" || strings.ContainsAny(name, " \t")):
		p.close(c, refusal(fmt.Sprintf("%%env must be followed by NAME=VALUE, got %q", rest)))
	case sets:
		p.arrange(c, message.Change{Set: []string{name + "=" + value}}, func(message.Surroundings) {
			p.quietly(c, "%env "+magic.Quote(name)+" "+magic.Quote(value), p.engaged(c))
		})
	default:
		p.arrange(c, message.Change{}, func(now message.Surroundings) {
			text, fault := variables(now.Env, name)
			if text != "" {
				p.say(c, "stdout", text)
			}
			p.close(c, fault)
		})
	}
}

// variables returns the lines of an environment, or the value of one variable.
func variables(env []string, name string) (string, *failure) {
	values := map[string]string{}
	for _, pair := range env {
		if n, value, ok := strings.Cut(pair, "="); ok {
			values[n] = value
		}
	}
	if name != "" {
		value, set := values[name]
		if !set {
			return "", refusal(fmt.Sprintf("the environment variable %s is not set", name))
		}
		return value + "\n", nil
	}
	var lines []string
	for n, value := range values {
		lines = append(lines, n+"="+value+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), nil
}
