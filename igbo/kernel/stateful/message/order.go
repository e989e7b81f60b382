package message

import (
	"fmt"
	"time"
)

// Kinds of orders.
const (
	Run       = "run"
	Interrupt = "interrupt"
	Describe  = "describe"
	// Look describes variables, or parts of a variable, if they can be read safely at the moment.
	Look    = "look"
	Save    = "save"
	Restore = "restore"
	// Arrange changes the working directory and the environment of the process. The answer has the new values.
	Arrange = "arrange"
)

// SavedPrefix begins the names of files with saved variables; their digests follow.
const SavedPrefix = "saved_"

// Order is a message from the kernel to the process.
type Order struct {
	// ID is repeated in the answer.
	ID int `json:"id"`
	// Do is the kind of the order.
	Do string `json:"do"`
	// Image is the file of a module.
	Image string `json:"image,omitempty"`
	// Digest is the SHA-256 of the verified file. The process refuses a file with another digest.
	Digest string `json:"digest,omitempty"`
	// Module is the address of the module's moduledata, and Entry that of its function.
	Module uint64 `json:"module,omitempty"`
	Entry  uint64 `json:"entry,omitempty"`
	// Package is the import path of the package to load and initialise. It is empty for a cell.
	Package string `json:"package,omitempty"`
	// Change holds the changes of an Arrange order.
	Change Change `json:"change,omitzero"`
	// Variables are the variables of the module to run, or the variables to describe.
	Variables []Variable `json:"variables,omitempty"`
	// Parts are the parts that a Look order requests. If it is nil, the order requests the variables.
	Parts *Parts `json:"parts,omitempty"`
	// Folder is the folder for saved variables, and Left the number of bytes that they may take. The first Named of the variables come
	// first.
	Folder string `json:"folder,omitempty"`
	Left   int64  `json:"left,omitempty"`
	Named  int    `json:"named,omitempty"`
	// Digests are the digests of the saved values to restore, in the order of Variables.
	Digests []string `json:"digests,omitempty"`
	// Data lists the module's other data with pointers, to be checked.
	Data []Variable `json:"data,omitempty"`
	// Types and Tables are the addresses of the module's types that reflection finds, and of its method tables.
	Types  []uint64 `json:"types,omitempty"`
	Tables []uint64 `json:"tables,omitempty"`
}

// Change describes changes of a process's working directory, environment and input.
type Change struct {
	// Dir is the new working directory, or "" to keep the current one. A relative path starts from the current directory.
	Dir string `json:"dir,omitempty"`
	// Set holds environment variables, each NAME=VALUE.
	Set []string `json:"set,omitempty"`
	// Input is the named pipe that becomes the standard input, or "" to keep the current one.
	Input string `json:"input,omitempty"`
}

// Surroundings describes a process's working directory and environment.
type Surroundings struct {
	Dir string   `json:"dir,omitempty"`
	Env []string `json:"env,omitempty"`
}

// Variable is a variable of package main.
type Variable struct {
	Name string `json:"name"`
	// Address and Type are the addresses of the variable and of its type.
	Address uint64 `json:"address"`
	Size    uint64 `json:"size"`
	Type    uint64 `json:"type"`
}

// Parts selects parts of a variable.
type Parts struct {
	// Path lists the names of the parts that lead from the variable to a value.
	Path []string `json:"path,omitempty"`
	// Start and Count select the parts of that value.
	Start int `json:"start,omitempty"`
	Count int `json:"count"`
}

// Ways in which a cell ends.
const (
	Done        = "done"
	Panicked    = "panic"
	Exited      = "exit"
	Interrupted = "interrupted"
	Abandoned   = "abandoned"
	Refused     = "refused" // the module was refused, and nothing has run
	Twice       = "twice"   // refused because the module has something that the process has made meanwhile; everything else persists
)

// Answer is a message from the process to the kernel.
type Answer struct {
	ID int `json:"id"`
	// End is how the cell ended.
	End string `json:"end,omitempty"`
	// Text is a panic with its stack as Go prints it, the reason why a module was refused, or the package function that was interrupted.
	Text string `json:"text,omitempty"`
	// Code is the exit code of os.Exit.
	Code int `json:"code,omitempty"`
	// Notes report what an interrupt has left unfinished.
	Notes []string `json:"notes,omitempty"`
	// Line is the line of the cell's own statements at which it ended early, or 0 if that is unknown.
	Line int `json:"line,omitempty"`
	// Low and High bound the addresses for modules. They are set in the first answer.
	Low  uint64 `json:"low,omitempty"`
	High uint64 `json:"high,omitempty"`
	// Took is how long the cell's code ran.
	Took time.Duration `json:"took,omitempty"`
	// Surroundings answers an Arrange order.
	Surroundings Surroundings `json:"surroundings,omitzero"`
	// Values holds the described variables.
	Values []Value `json:"values,omitempty"`
	// Saved lists variables that have been saved, Looked the named ones that were examined, and Faults the reasons why variables could not
	// be restored.
	Saved  []Saved  `json:"saved,omitempty"`
	Looked []string `json:"looked,omitempty"`
	Faults []string `json:"faults,omitempty"`
	// Tables lists the method tables that the process has made since the last answer.
	Tables []Table `json:"tables,omitempty"`
}

// Table is a method table that the process has made. All fields are addresses.
type Table struct {
	Interface uint64 `json:"interface"`
	Type      uint64 `json:"type"`
	Address   uint64 `json:"address"`
}

// Saved is a variable that was saved.
type Saved struct {
	Name string `json:"name"`
	// Type is the text of its type, and Imports holds the packages that the type names.
	Type    string            `json:"type"`
	Imports map[string]string `json:"imports,omitempty"`
	// Digest is the SHA-256 of the file, and Size its number of bytes. Digest is empty if the variable can no longer be saved.
	Digest string `json:"digest"`
	Bytes  int64  `json:"bytes"`
}

// Value describes a variable's value.
type Value struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Bytes estimates the memory that it holds.
	Bytes int64 `json:"bytes"`
	// Text is the value, truncated.
	Text string `json:"text"`
	// Shape is its number of elements, or its rows and columns. Parts is the number of values that it consists of, or 0 if it cannot be
	// unfolded.
	Shape string `json:"shape,omitempty"`
	Parts int    `json:"parts,omitempty"`
}

// ResultType is the MIME type of the message that a cell sends before the value of its last expression; plots/inline uses the same name.
// Result is the metadata key with which the kernel marks what is displayed next.
const (
	ResultType = "application/vnd.igbolab.result+json"
	Result     = "igbolab_result"
)

// ClearType is the MIME type of the message that a cell sends to clear its output; plots/inline uses the same name. Its value is a JSON
// object. If its field wait is set, the output is cleared when the next output arrives.
const ClearType = "application/vnd.igbolab.clear+json"

// Mark returns the text that ends a cell's output on both streams.
func Mark(id int) string { return fmt.Sprintf("\x00igbolab:%d\x00", id) }
