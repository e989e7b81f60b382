// Package tabulate lays out results as tables for readers and for programs.
//
// A [Table] holds cells of text. It is written as plain text, Markdown, HTML or CSV. A [Field] is a value with
// rounded digits for a reader and with all digits for a program. [Table.Columns] and [Table.Add] build a table of fields.
// Package page, below this one, combines tables and figures in one HTML file.
package tabulate
