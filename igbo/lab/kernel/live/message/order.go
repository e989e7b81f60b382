package message

import "fmt"

// Kinds of orders.
const (
	Run       = "run"
	Interrupt = "interrupt"
	Describe  = "describe"
)

// Order is what the kernel wants.
type Order struct {
	// ID is repeated in the answer.
	ID int `json:"id"`
	// Do is the kind.
	Do string `json:"do"`
	// Image is the file of a module.
	Image string `json:"image,omitempty"`
	// Digest is the SHA-256 of the file that was found to be right: another is not taken.
	Digest string `json:"digest,omitempty"`
	// Module is where its moduledata lies, and Entry its function.
	Module uint64 `json:"module,omitempty"`
	Entry  uint64 `json:"entry,omitempty"`
	// Variables are those of the module that is to be run, or those to be described.
	Variables []Variable `json:"variables,omitempty"`
	// Data are the module's other data with pointers, to be checked.
	Data []Variable `json:"data,omitempty"`
}

// Variable is a variable of package main.
type Variable struct {
	Name string `json:"name"`
	// Address and Type are where it and its type lie.
	Address uint64 `json:"address"`
	Size    uint64 `json:"size"`
	Type    uint64 `json:"type"`
}

// Ways in which a cell ends.
const (
	Done        = "done"
	Panicked    = "panic"
	Exited      = "exit"
	Interrupted = "interrupted"
	Abandoned   = "abandoned"
	Refused     = "refused" // the module was not taken; nothing has run
	Twice       = "twice"   // the same, and all else stays: the module has what the process has made meanwhile
)

// Answer is what the host says.
type Answer struct {
	ID int `json:"id"`
	// End is how the cell ended.
	End string `json:"end,omitempty"`
	// Text is a panic with its stack as Go prints it, or why a module was refused.
	Text string `json:"text,omitempty"`
	// Code is that of os.Exit.
	Code int `json:"code,omitempty"`
	// Line is where the cell's own statements were when it ended before their end, 0 where that is not known.
	Line int `json:"line,omitempty"`
	// Low and High are the addresses for modules, in the first answer.
	Low  uint64 `json:"low,omitempty"`
	High uint64 `json:"high,omitempty"`
	// Values are those described.
	Values []Value `json:"values,omitempty"`
	// Tables are those that the process has made since the last answer.
	Tables []Table `json:"tables,omitempty"`
}

// Table is a table of methods that the process has made: of an interface and a type, all by their addresses.
type Table struct {
	Interface uint64 `json:"interface"`
	Type      uint64 `json:"type"`
	Address   uint64 `json:"address"`
}

// Value is a variable's value.
type Value struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Bytes is about how much memory it holds.
	Bytes int64 `json:"bytes"`
	// Text is the value, cut short.
	Text string `json:"text"`
}

// Mark ends what a cell has printed, on both streams.
func Mark(id int) string { return fmt.Sprintf("\x00igbolab:%d\x00", id) }
