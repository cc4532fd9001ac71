import ninefold

ninefold.Puzzle(81 * ".").solve(engine="nnie")  # error: "nnie"
