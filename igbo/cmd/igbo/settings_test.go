package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// TestEverySetting tries extreme values with every setting of every study in igbo study list. Each value must be accepted, or refused as
// for a flag. Each setting gets some of the extremes in turn, and all in an exhaustive run. The backend is named, because searching for
// XLA's plugins takes longer than everything else.
func TestEverySetting(t *testing.T) {
	workplace(t)
	before, settings, bad, good := tree(t), 0, 0, 0
	values := []string{
		"", "abc", "-1", "0", "1", "1.5", "NaN", "1e308", "1e309", "9223372036854775807", "9223372036854775808", "1000000000",
		"null", "[]", "[null]", "{}", `"`, ",", "\x00",
	}
	for _, d := range catalog.Studies() {
		for line := range strings.Lines(performed("study", "list", d.Name).stdout) {
			key, ok := strings.CutPrefix(line, "--set ")
			if !ok {
				continue
			}
			key, _, _ = strings.Cut(strings.Trim(key, "'"), "=")
			settings++
			for _, value := range sweep.Part(values, 8, settings) {
				if checkLine(t, []string{"study", "run", d.Name, "--backend", "go", "--set", key + "=" + value}) {
					bad++
				} else {
					good++
				}
			}
		}
	}
	if tree(t) != before {
		t.Error("a file was touched")
	}
	if tried := bad + good; settings < 500 || tried < 2*settings || bad < 3*tried/5 || good < tried/20 {
		t.Errorf("%d settings, %d refused, %d taken, so the test looks past them", settings, bad, good)
	}
	t.Logf("%d settings: %d values refused, %d taken", settings, bad, good)
}

// TestWrongSettings checks that an invalid setting gives one error with one prefix, which names the fix.
func TestWrongSettings(t *testing.T) {
	workplace(t)
	train, explain := "train scores.csv --target a --out new ", "explain file.svg scores.csv "
	for line, want := range map[string]string{
		train + "--set steps=x":                           `--set steps=x: want a whole number`,
		train + "--set lambda=x":                          `--set lambda=x: want a JSON object`,
		train + "--set steps.x=3":                         `--set: unknown setting "steps.x", did you mean steps?`,
		train + "--set strats=3":                          `--set: unknown setting "strats", did you mean starts?`,
		train + "--set lambda.none=3":                     `--set: unknown setting "lambda.none", want one of lambda.kind, lambda.value`,
		train + "--set seed=3":                            `--set: unknown setting "seed", use the flag --seed`,
		train + "--set model.kind=mlp":                    `--set: unknown setting "model.kind", use the flag --model`,
		train + "--set model=mlp":                         `--set: unknown setting "model", use the flag --model`,
		train + "--set decays=1":                          `--set decays: needs --model mlp`,
		train + "--set model.mlp.hidden=8":                `--set model.mlp.hidden: needs --model mlp`,
		train + "--set model.mlp.none=8":                  `--set: unknown setting "model.mlp.none", want one of model.mlp.hidden, model.mlp.activation with --model mlp`,
		train + "--set model.mlp.none=8 --model mlp":      `--set: unknown setting "model.mlp.none", want one of model.mlp.hidden, model.mlp.activation`,
		train + "--set model.mlp.hiden=8 --model mlp":     `--set: unknown setting "model.mlp.hiden", did you mean model.mlp.hidden?`,
		train + "--model mlp --set model.gru.hidden=8":    `--set model.gru.hidden: needs --model gru`,
		train + "--model mlp --set model.mlp.hidden=a":    `--set model.mlp.hidden=a: want a whole number`,
		train + "--model gnu --set model.gru.hidden=8":    `--model must be one of linear, mlp, gru, lstm, attention, conv, got "gnu"`,
		train + "--model gru --hidden 3":                  `unknown flag --hidden: use --set model.gru.hidden=…`,
		explain + "--set starts=8":                        `--set: unknown setting "starts", want one of comma, decimal, `,
		explain + "--set decimal=xx":                      `--set decimal must be one character, got "xx"`,
		"check file.svg scores.csv --order x --set nas=-": `--set: unknown setting "nas", did you mean na?`,
		"study run recurrence --set base.alpha=x":         `--set base.alpha=x: want a number`,
		"study run recurrence --set base.alpha.x=1":       `--set base.alpha.x=1: base.alpha has no settings below it (use base.alpha=VALUE)`,
		"study run recurrence --set none=1":               `--set none=1: setting "none" not found, want one of alphas, base`,
		"study run recurrence --set epochs=1":             `--set epochs=1: setting "epochs" not found, want one of alphas, base; did you mean base.epochs?`,
	} {
		a := settled(strings.Fields(line)...)
		a.refused(t)
		if !strings.HasPrefix(a.stderr, "igbo: "+want) {
			t.Errorf("%s: %s, want %s", line, a.stderr, want)
		}
	}
	settled(strings.Fields(train + "--set model.mlp.hidden=8 --model mlp")...).accepted(t)
}

// TestListedSettings checks that every setting that igbo train completes accepts another value than its default.
func TestListedSettings(t *testing.T) {
	workplace(t)
	values := strings.Fields(`8 9 0.25 true false mgda sgd constant uncertainty norms midpoint forward signed float32 tanh relu 0.2,0.1 [{"name":"mean"}]`)
	for _, kind := range models.Kinds() {
		line := []string{"train", "scores.csv", "--target", "a", "--out", "new", "--model", string(kind)}
		if kind != models.KindLinear && kind != models.KindMLP {
			line = append(line, "--id", "b", "--time", "c")
		}
		spec := must.Of(models.DefaultSpec(kind)).In(t)
		defaults := must.Of(study.Settings(compare.DefaultConfig(spec, 0))).In(t)
		listed := performed(slices.Concat([]string{"__complete"}, line, []string{"--set", ""})...).stdout
		names := 0
		for name := range strings.Lines(listed) {
			name, _, found := strings.Cut(name, "=")
			if !found || flagRows["train --set "+name].good != nil {
				continue // the last line, and settings that TestEveryFlag covers
			}
			if names++; kind != models.KindLinear && kind != models.KindMLP && !strings.HasPrefix(name, "model.") {
				continue // as of the MLP
			}
			taken := slices.ContainsFunc(values, func(value string) bool {
				given := study.Setting{Key: name, Value: value}
				return !slices.Contains(defaults, given) && settled(append(slices.Clone(line), "--set", given.String())...).code == cli.ExitDone
			})
			if !taken {
				t.Errorf("--model %s: %s is listed and refused", kind, name)
			}
		}
		if names < 20 {
			t.Errorf("--model %s: %d settings, so the test looks past them", kind, names)
		}
	}
}
