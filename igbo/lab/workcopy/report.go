package workcopy

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Print prints the folder and what was done, in few lines.
func (r Report) Print(w io.Writer) {
	if r.Folder == "" {
		return // there are none
	}
	fmt.Fprintf(w, "your notebooks: %s\n", r.Folder)
	if r.Damaged {
		fmt.Fprintf(w, "  %s cannot be read: files that differ from the course are treated as yours\n", ManifestFile)
	}
	for _, part := range []struct {
		names    []string
		reported string
	}{
		{r.Added, "new: %s"},
		{r.Updated, "brought up to date: %s"},
		{r.Conflicts, "changed by you and in the course, so yours is kept: %s; --fresh NAME gets the course's and renames yours"},
		{r.Foreign, "not from the course, so yours is kept: %s; --fresh NAME gets the course's and renames yours"},
		{r.Deleted, "deleted here: %s; --fresh NAME brings it back"},
		{r.Dropped, "no longer in the course, kept: %s"},
	} {
		if len(part.names) > 0 {
			slices.Sort(part.names)
			fmt.Fprintf(w, "  "+part.reported+"\n", some(part.names))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Kept)) {
		fmt.Fprintf(w, "  fresh: %s; yours is kept as %s; to undo, rename it to the old name\n", name, r.Kept[name])
	}
}

// some returns a list of at most a few names.
func some(names []string) string {
	const most = 6
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
