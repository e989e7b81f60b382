package widget

import "errors"

var errUnavailable = errors.New("widget: widgets are unsupported in pages compiled to WebAssembly")

// Available reports whether widgets work. In a WebAssembly program, they do not.
func Available() bool { return false }

func send(Line) {}

func display(string, string) error { return errUnavailable }
