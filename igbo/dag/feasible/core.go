package feasible

// Core is a contradictory set of groups. Its proof uses all of them.
type Core struct {
	Groups      []int // sorted
	Proof       *Proof
	Least       float64 // smallest Σ|H| that the groups allow, or a lower bound in large systems; 0 if the proof is a cycle
	Irreducible bool    // no group can be omitted
	Smallest    bool    // no smaller set of groups is contradictory
}

// coreWork is the largest number of links that Contradiction visits, which takes about two seconds.
const coreWork = 50_000_000

// Contradiction returns a core of an infeasible system, given a proof of infeasibility. It removes
// groups as long as the rest is infeasible, and then searches for a smaller set. In large systems,
// the work is limited, and Irreducible and Smallest report what is guaranteed.
func Contradiction(s System, proof *Proof) *Core { return contradiction(s, proof, coreWork) }

func contradiction(s System, proof *Proof, limit int) *Core {
	work := limit
	f := newFinder(s, &work)
	core := &Core{}
	core.Groups, core.Irreducible = f.reduce(proof.Groups())
	if core.Irreducible {
		core.Groups, core.Smallest = f.smallest(core.Groups)
	}
	for _, full := range []bool{true, false} {
		if work = limit; core.explain(f, full) {
			return core
		}
	}
	return &Core{Groups: proof.Groups(), Proof: proof} // too large for a better one
}

// explain finds the strongest proof from the core's groups: the shortest cycle or the largest lower
// bound on Σ|H|. If full is false, it finds any proof.
func (c *Core) explain(f *finder, full bool) bool {
	p, names := f.program(c.Groups)
	v := p.solve(full)
	if v.Proof == nil {
		return false
	}
	if v.Proof.Cycle {
		v.Proof = p.cycleProof(p.shortest(p.cycle))
	} else {
		c.Least = v.Proof.Sum // if full, the exact minimum
	}
	for i := range v.Proof.Terms {
		t := &v.Proof.Terms[i]
		t.P, t.Q = original(names, t.P), original(names, t.Q)
	}
	c.Proof = v.Proof
	return true
}

func original(names []int, k int) int {
	if k == Ground {
		return Ground
	}
	return names[k]
}

// finder solves subsystems, which consist of some groups of a system and the features in them.
type finder struct {
	s       System
	byGroup [][]Constraint
	always  []Constraint // constraints without a group
	work    *int
}

func newFinder(s System, work *int) *finder {
	f := &finder{s: s, work: work}
	for _, c := range s.Constraints {
		if c.Group == Implied {
			f.always = append(f.always, c)
			continue
		}
		for len(f.byGroup) <= c.Group {
			f.byGroup = append(f.byGroup, nil)
		}
		f.byGroup[c.Group] = append(f.byGroup[c.Group], c)
	}
	return f
}

// program returns the subsystem of some groups. names holds the indices of its features in the
// whole system.
func (f *finder) program(groups []int) (p *program, names []int) {
	sub := f.s
	sub.Constraints = nil
	ids := map[int]int{}
	id := func(k int) int {
		if k == Ground {
			return Ground
		}
		i, ok := ids[k]
		if !ok {
			i = len(names)
			ids[k] = i
			names = append(names, k)
		}
		return i
	}
	add := func(list []Constraint) {
		for _, c := range list {
			c.P, c.Q = id(c.P), id(c.Q)
			sub.Constraints = append(sub.Constraints, c)
		}
	}
	add(f.always)
	for _, g := range groups {
		add(f.byGroup[g])
	}
	sub.N = len(names)
	return newProgram(sub, f.work), names
}

// solve solves the subsystem of some groups.
func (f *finder) solve(groups []int) Verdict {
	p, _ := f.program(groups)
	*f.work -= len(p.links) + 10
	return p.solve(false)
}

// reduce removes unnecessary groups one by one. The rest is contradictory. If the work limit was
// not reached, no part of the rest is.
func (f *finder) reduce(groups []int) (kept []int, irreducible bool) {
	rest := groups
	for len(rest) > 0 {
		if *f.work <= 0 {
			return append(kept, rest...), false
		}
		tried := append(append([]int{}, kept...), rest[1:]...)
		v := f.solve(tried)
		if v.Decided && !v.Feasible {
			rest = intersect(rest[1:], v.Proof.Groups())
			continue
		}
		kept, rest = append(kept, rest[0]), rest[1:]
	}
	return kept, *f.work > 0
}

func intersect(list, with []int) []int {
	in := map[int]bool{}
	for _, g := range with {
		in[g] = true
	}
	out := []int{}
	for _, g := range list {
		if in[g] {
			out = append(out, g)
		}
	}
	return out
}
