// Package catalog lists all studies by name. The igbo command and the report use it to find and run a study.
package catalog
