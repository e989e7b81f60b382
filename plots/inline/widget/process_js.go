package widget

import "errors"

var errUnavailable = errors.New("widget: a page of WebAssembly shows no widgets")

// Available reports whether the program can show widgets and follow them.
func Available() bool { return false }

func send(Line) {}

func display(string, string) error { return errUnavailable }
