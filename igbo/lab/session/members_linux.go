package session

import (
	"bytes"
	"os"
	"strconv"
)

// members lists what runs or has just ended, from /proc; descent alone tells what belongs to a session.
func members(string) ([]member, error) {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var all []member
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // has just ended
		}
		if p, ok := parseMember(stat); ok {
			all = append(all, p)
		}
	}
	return all, nil
}

// parseMember reads a line of /proc/N/stat: the number, the name in parentheses,
// the state, the parent, and as the 24th field the pages that it holds.
func parseMember(stat []byte) (m member, ok bool) {
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 1 || end < open {
		return m, false
	}
	fields := bytes.Fields(stat[end+1:])
	if len(fields) < 22 {
		return m, false
	}
	var errs [3]error
	m.PID, errs[0] = strconv.Atoi(string(stat[:open-1]))
	m.Name = string(stat[open+1 : end])
	m.Ended = fields[0][0] == 'Z' || fields[0][0] == 'X'
	m.Parent, errs[1] = strconv.Atoi(string(fields[1]))
	var pages int64
	pages, errs[2] = strconv.ParseInt(string(fields[21]), 10, 64)
	m.Resident = pages * int64(os.Getpagesize())
	return m, errs == [3]error{}
}
