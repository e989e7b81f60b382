package main

import (
	"maps"
	"slices"
)

// onExplainer holds an existing model and data.
var onExplainer = []string{"file.svg", "comparisons.csv"}

// The commands explain and check share most of their flags.
func init() {
	explainer := map[string]flagRow{
		"target":         {kind: "text", good: []string{"anything"}},
		"columns":        {good: []string{"nonsense", "x,y", " ", "\x00", extremes["stringSlice"][7]}, bad: []string{"x,x"}},
		"drop":           {good: []string{"nonsense", "x,y", " ", "\x00", extremes["stringSlice"][7]}, bad: []string{"x,x"}},
		"id":             {kind: "text", base: []string{"--time", "t"}, good: []string{"anything"}},
		"time":           {kind: "text", base: []string{"--id", "i"}, good: []string{"anything"}},
		"missing":        {kind: "name", good: []string{"refuse", "mean", "median", "drop"}, bad: []string{"own"}},
		"unknown":        {kind: "name", good: []string{"refuse", "rare", "missing"}, bad: []string{"other"}},
		"output":         {kind: "text", good: []string{"anything"}},
		"set class":      {kind: "name", good: []string{"0", "2", "predicted"}, bad: []string{"each", "1.5"}},
		"set score":      {kind: "name", good: []string{"signed", "absolute"}},
		"set baseline":   {kind: "name", good: []string{"zero", "mean"}},
		"set points":     {good: []string{"1", "20"}},
		"backend":        {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
		"set background": {good: []string{"1", "100"}, bad: []string{"100001"}},
		"set rows":       {good: []string{"2", "100"}, bad: []string{"10000001"}},
		"set pairs":      {good: []string{"2", "64"}, bad: []string{"10001"}},
		"budget":         {kind: "duration", good: []string{"1ns", "1s", "1000h"}, bad: []string{"1001h"}},
		"json":           {good: []string{"true", "false"}},
		"quiet":          {good: []string{"true", "false"}},
	}
	explained := map[string]flagRow{
		"out":          {kind: "folder", good: []string{"new", "a/b/c"}, bad: []string{"."}},
		"set repeats":  {good: []string{"0", "1", "20"}},
		"interactions": {good: []string{"0", "1", "200"}, bad: []string{"10000001"}},
		"set seed":     {good: []string{"0", "18446744073709551615"}},
	}
	checked := map[string]flagRow{
		"order":     {kind: "input", good: []string{"expert.yaml"}},
		"set level": {good: []string{"5e-324", "0.5", "0.7"}},
	}
	reading := map[string]flagRow{
		"comma":       {kind: "text", good: []string{";", "\t"}, bad: []string{`"`, ";;"}},
		"decimal":     {kind: "text", good: []string{",", "."}, bad: []string{"1", ",,", "_"}},
		"separator":   {kind: "text", good: []string{",", " ", "'"}, bad: []string{".", "1", "e"}},
		"date_format": {kind: "text", good: []string{"%d.%m.%Y", "%Y%m%d %H:%M"}, bad: []string{"%", "%q", "dd.mm.yyyy", "2006-01-02"}},
		"na":          {kind: "text", good: []string{"anything"}},
	}
	kind := flagRow{kind: "text", good: []string{"a=number", "a=b=category"}, bad: []string{"a", "=number", "a=", "a=integer"}}
	for name, row := range reading {
		explainer["set "+name] = row
		row.base = onTable
		flagRows["train --set "+name] = row
		row.base = onModel
		flagRows["predict --set "+name] = row
	}
	set := flagRow{kind: "text", good: []string{"decimal=,", "na=a=b"}, bad: []string{"anything=", "nonsense=1", "=", "starts=2", "decimal"}}
	explainer["set"] = set
	set.base = onModel
	flagRows["predict --set"] = set
	explainer["kind"], flagRows["train --kind"] = kind, flagRow{kind: kind.kind, base: onTable, good: kind.good, bad: kind.bad}
	flagRows["predict --kind"] = flagRow{kind: kind.kind, base: onExplainer, good: kind.good, bad: kind.bad}
	unknown := explainer["unknown"]
	unknown.base = onModel
	flagRows["predict --unknown"] = unknown
	maps.Copy(explained, explainer)
	maps.Copy(checked, explainer)
	program := flagRow{kind: "text", base: []string{"comparisons.csv"}, good: []string{"anything", "python predict.py"}}
	flagRows["explain --command"] = program
	program.base = []string{"comparisons.csv", "--order", "expert.yaml"}
	flagRows["check --command"] = program
	for name, row := range explained {
		row.base = slices.Concat(onExplainer, row.base)
		flagRows["explain --"+name] = row
	}
	for name, row := range checked {
		row.base = slices.Concat(onExplainer, row.base)
		if name != "order" {
			row.base = append(row.base, "--order", "expert.yaml")
		}
		flagRows["check --"+name] = row
	}
	contradictions = append(contradictions,
		"train scores.csv --target x --out new --gate", "explain", "explain scores.csv", "explain scores.csv scores.csv scores.csv", "explain missing.onnx scores.csv", "explain scores.csv missing.csv", "explain scores.csv .",
		"explain scores.csv scores.csv --id a", "explain scores.csv scores.csv --set points=0", "explain scores.csv scores.csv --out scores.csv",
		"check scores.csv scores.csv", "check scores.csv scores.csv --order missing.yaml", "check --order expert.yaml", "check scores.csv scores.csv --order expert.yaml --time t",
	)
}
