package feasible

// Core is groups that contradict each other, and how: its proof uses every one of them.
type Core struct {
	Groups      []int // in order of number
	Proof       *Proof
	Least       float64 // the least Σ|H| that the groups allow, or less in large systems; 0 where the proof is a cycle
	Irreducible bool    // none can be left out
	Smallest    bool    // no fewer groups contradict each other
}

// coreWork is how many links Contradiction looks at before it takes what it has: some two
// seconds.
const coreWork = 50_000_000

// Contradiction returns a core of a system that a proof shows to be infeasible. It leaves
// out groups as long as the rest has no solution, and then searches for fewer; for
// large systems the work is limited, and the core says how far it came.
func Contradiction(s System, proof *Proof) *Core {
	work := coreWork
	f := newFinder(s, &work)
	core := &Core{}
	core.Groups, core.Irreducible = f.reduce(proof.Groups())
	if core.Irreducible {
		core.Groups, core.Smallest = f.smallest(core.Groups)
	}
	for _, full := range []bool{true, false} {
		if work = coreWork; core.explain(f, full) {
			return core
		}
	}
	return &Core{Groups: proof.Groups(), Proof: proof} // too large to do better
}

// explain finds the strongest proof from the core's groups, the shortest cycle or the
// largest lower bound of Σ|H|, or, not in full, just one.
func (c *Core) explain(f *finder, full bool) bool {
	p, names := f.program(c.Groups)
	v := p.solve(full)
	if v.Proof == nil {
		return false
	}
	if v.Proof.Cycle {
		_, cycle := p.raise(make([]float64, p.N+1))
		v.Proof = p.cycleProof(p.shortest(cycle))
	} else {
		c.Least = v.Proof.Sum // in full: the least there is
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

// finder decides subsystems: some groups of a system, on the features that they
// mention.
type finder struct {
	s       System
	byGroup [][]Constraint
	always  []Constraint // stated by no group
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

// program is the subsystem of some groups; names are its features' numbers in the whole.
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

// solve decides the subsystem of some groups.
func (f *finder) solve(groups []int) Verdict {
	p, _ := f.program(groups)
	*f.work -= len(p.links) + 10
	return p.solve(false)
}

// reduce leaves out groups that are not needed, one after another: what is left
// contradicts itself, and, if the work lasted, no part of it does.
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
