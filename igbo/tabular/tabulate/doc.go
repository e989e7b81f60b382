// Package tabulate formats results as tables, for readers and for programs.
//
// A [Table] holds cells of text and can be written as plain text, Markdown, HTML or CSV. A [Field]
// is a value with rounded digits for readers and all digits for programs. [Table.Columns] and
// [Table.Add] build a table from fields. The subpackage page combines tables and figures in one
// HTML file.
package tabulate
