// Package catalog lists every study by its name. In flow nothing; out flow
// definitions, for the command and the report, which run any study through one
// door.
package catalog
