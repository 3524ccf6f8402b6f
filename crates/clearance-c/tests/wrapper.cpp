// What a C++ program may rely on: vectors of any type, things that free themselves, exceptions that pass through a callback.
#include <clearance.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <valarray>

#if __has_include(<Eigen/Dense>)
#include <Eigen/Dense>
#define HAS_EIGEN 1
#endif

static int failed = 0;
#define CHECK(condition)                                                                                      \
  do {                                                                                                        \
    if (!(condition)) {                                                                                       \
      std::printf("%s:%d: %s\n    the last fault: %s\n", __FILE__, __LINE__, #condition, cl_last_error());    \
      failed = 1;                                                                                             \
    }                                                                                                         \
  } while (0)

namespace {

/// A vector of a program: members, and an operator.
struct point {
  float x, y, z;
  float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const float &operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};
struct turn {
  double x, y, z, w;
};

using array = std::array<double, 3>;

template <class Call> std::string told(Call call) {
  try {
    call();
  } catch (const clearance::error &error) {
    return error.what();
  } catch (const std::exception &error) {
    return std::string("another exception: ") + error.what();
  }
  return "no exception";
}

void vectors() {
  const auto ball = clearance::shape::ball(0.5);
  const auto box = clearance::shape::box(array{1, 2, 3}).at(point{4, 0, 0}, turn{0, 0, 0, 1});
  const auto near = clearance::distance(ball, box);
  CHECK(near.distance == 2.5 && near.verdict() == clearance::status::separated);
  CHECK(near.b<point>().x == 3.0f && near.n<array>()[0] == 1.0);
  const double raw[3] = {4, 0, 0};
  CHECK(clearance::distance(ball, clearance::shape::box(1, 2, 3).at(raw)).distance == 2.5);
  const std::vector<point> cloud = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const clearance::hull hull(cloud);
  CHECK(clearance::distance(clearance::shape::points(cloud), ball.at(array{3, 0, 0})).distance == 1.5);
  CHECK(clearance::distance(clearance::shape::of(hull), ball.at(array{3, 0, 0})).distance == 1.5);
  CHECK(!clearance::within(ball, box, 2.0) && clearance::within(ball, box, 3.0)->distance == 2.5);
  CHECK(clearance::ray(box, array{-1, 0, 0}, array{8, 0, 0}).is_hit());
  CHECK(clearance::contacts(clearance::shape::box(1, 1, 1), clearance::shape::box(1, 1, 1).at(array{0, 0, 2}), 0).contacts.size() == 4);
  const auto all = clearance::distances({ball}, {box, box.rounded(0.5)});
  CHECK(all.size() == 2 && all[1].distance == 2.0);
  const auto below = clearance::shape::half_space(array{0, 0, 4}, 0).rounded(0.5);
  CHECK(std::abs(clearance::signed_distance(below, ball.at(array{0, 0, 3})).distance - 2) < 1e-12);
  clearance::motion motion;
  motion.travelling(array{-8, 0, 0}).turning(array{0, 0, 0}, array{0, 0, 0});
  CHECK(clearance::impact(ball, clearance::motion(), box, motion).verdict() == clearance::outcome::hit);
#ifdef HAS_EIGEN
  const Eigen::Vector3d there(4, 0, 0);
  const auto turned = clearance::shape::box(Eigen::Vector3f(1, 2, 3)).at(2 * there - there, Eigen::Quaterniond::Identity());
  CHECK(clearance::distance(ball, turned).a<Eigen::Vector3d>() == Eigen::Vector3d(0.5, 0, 0));
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.translate(there).rotate(Eigen::AngleAxisd(std::acos(0.0), Eigen::Vector3d::UnitZ()));
  const auto framed = clearance::shape::box(1, 2, 3).at(frame);
  CHECK(std::abs(clearance::distance(ball, framed).distance - 1.5) < 1e-12);
  for (int k = 0; k < 40; ++k) {
    frame.rotate(Eigen::AngleAxisd(0.7, Eigen::Vector3d(std::sin(k), std::cos(2 * k), std::sin(3 * k)).normalized()));
    const auto by_hand = clearance::shape::box(1, 2, 3).at(frame.translation(), Eigen::Quaterniond(frame.linear()));
    const auto one = clearance::distance(ball, clearance::shape::box(1, 2, 3).at(frame));
    CHECK(std::abs(one.distance - clearance::distance(ball, by_hand).distance) < 1e-12);
  }
  frame.linear() *= 2;
  CHECK(told([&] { ball.at(frame); }).find("another exception: clearance: linear() is no rotation") == 0);
  const std::vector<Eigen::Vector2d> flat = {{0, 0}, {1, 0}, {0, 1}};
  const clearance::outline outline(flat);
  const auto disc = clearance::shape::ball(0.25).in_plane().at(Eigen::Vector2d(2, 0));
  CHECK(clearance::distance(clearance::shape::of(outline), disc).b<Eigen::Vector2d>() == Eigen::Vector2d(1.75, 0));
#endif
}

void surfaces() {
  const std::vector<array> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::array<std::uint16_t, 3>> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  clearance::mesh made(corners, triangles);
  const clearance::mesh mesh = std::move(made);
  CHECK(made.get() == nullptr && mesh.report().is_closed);
  const auto a = clearance::shape::of(mesh), b = a.at(array{5, 0, 0});
  clearance::cache cache;
  clearance::options options;
  options.remembering(cache);
  CHECK(clearance::distance(a, b, &options).distance == 4 && clearance::distance(a, b, &options).leaf_a != CL_NO_LEAF);
  CHECK(clearance::relation_of(a, a.at(array{0, 0, 0.5})).verdict() == clearance::relation::crossing);
  CHECK(clearance::relation_of(a, a.at(array{0, 0, 1})).verdict() == clearance::relation::touching);
  clearance::scene scene;
  for (int i = 0; i < 40; ++i) scene.add("part " + std::to_string(i), a.at(array{1.25 * i, 0, 0}));
  CHECK(scene.below(0.5).size() == 39 && scene.nearest(3).size() == 3);
  scene.skip("*", "*");
  CHECK(scene.below(0.5).empty());
  const clearance::compound pair({clearance::shape::ball(1), clearance::shape::ball(1).at(array{10, 0, 0})});
  CHECK(clearance::distance(clearance::shape::of(pair), b).leaf_a == 1);
}

/// Cause: the size of a type decided that a view of numbers elsewhere has two, and rows were read as if they held their numbers.
void views() {
  struct wide { const double *place; double operator[](int index) const { return place[index]; } };
  struct narrow { const float *place; const float &operator[](int index) const { return place[index]; } };
  const double far[3] = {0, 0, 5};
  const float near[3] = {0, 0, 4};
  const auto ball = clearance::shape::ball(1);
  CHECK(clearance::distance(ball, ball.at(narrow{near})).distance == 2);
  CHECK(clearance::distance(ball, ball.at(std::valarray<double>{0, 0, 5})).distance == 3);
  CHECK(clearance::distance(ball, ball.at(far)).distance == 3);
  CHECK(clearance::distance(ball, ball.at(&far[0])).distance == 3);
  CHECK(clearance::distance(ball, ball.at(wide{far})).distance == 3);
  const std::vector<std::vector<double>> rows{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
  CHECK(told([&] { clearance::hull made(rows); }).find("another exception: clearance: the numbers of a row") == 0);
}

/// Cause: points of two coordinates were read as three, and the stride was blamed.
void planes() {
  using pair = std::array<double, 2>;
  const std::vector<pair> corners = {{0, 0}, {1, 0}, {0, 1}};
  const auto disc = clearance::shape::ball(0.25).in_plane().at(pair{2, 0});
  const clearance::hull hull(corners);
  CHECK(hull.is_of_plane() && clearance::distance(clearance::shape::of(hull), disc).distance == 0.75);
  CHECK(clearance::distance(clearance::shape::points(corners), disc).distance == 0.75);
  CHECK(clearance::distance(clearance::shape::triangle(corners), disc).distance == 0.75);
  const clearance::compound both({clearance::shape::of(hull), disc});
  CHECK(both.is_of_plane() && clearance::distance(clearance::shape::of(both), disc.at(pair{4, 0})).distance == 1.5);
  CHECK(told([&] { clearance::distance(clearance::shape::of(hull), clearance::shape::ball(1)); }) ==
        "b.flags: of space, and a is of the plane (CL_PLANE)");
}

/// Cause: the radius of a mesh and the factor of a compound had no effect, and a ball that was scaled moved.
void nothing_in_vain() {
  const std::vector<array> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::array<std::uint16_t, 3>> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const clearance::mesh mesh(corners, triangles);
  const clearance::compound pair({clearance::shape::ball(1), clearance::shape::box(1, 1, 1)});
  const auto a = clearance::shape::of(mesh), b = clearance::shape::of(pair);
  const std::string thick = "another exception: clearance: radius: meshes, outlines and compounds are not thickened";
  const std::string scaled = "another exception: clearance: factor: meshes and outlines alone are scaled";
  CHECK(told([&] { a.rounded(1); }) == thick && told([&] { b.rounded(1); }) == thick);
  CHECK(told([&] { b.scaled(2); }) == scaled && told([&] { clearance::shape::ball(1).scaled(2); }) == scaled);
  CHECK(clearance::distance(a.scaled(2), clearance::shape::ball(1).at(array{5, 0, 0})).distance == 2);
}

/// Cause: the numbers of a row were taken as if they followed each other, and a row of a matrix has gaps.
void rows_of_a_trajectory() {
  std::optional<clearance::watch> watch;
  {
    const auto robot = clearance::robot::read(
        "<robot name='r'><link name='a'><collision><geometry><sphere radius='0.5'/></geometry></collision></link><link name='m'/>"
        "<link name='b'><collision><geometry><sphere radius='0.5'/></geometry></collision></link>"
        "<joint name='x' type='prismatic'><parent link='a'/><child link='m'/><axis xyz='1 0 0'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"
        "<joint name='y' type='prismatic'><parent link='m'/><child link='b'/><axis xyz='0 1 0'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint></robot>",
        "<robot name='r'></robot>");
    watch.emplace(robot);
  } // The watch keeps what it needs.
  struct every_second {
    const double *first;
    std::size_t size() const { return 2; }
    double operator[](std::size_t i) const { return first[2 * i]; }
  };
  const double numbers[4] = {3, 0, 4, 0};
  CHECK(std::abs(watch->clearance(every_second{numbers}).distance - 4) < 1e-9);
  CHECK(!watch->is_below(std::vector<double>{3, 4}, 3.9) && watch->is_below(std::array<float, 2>{3, 4}, 4.1));
#ifdef HAS_EIGEN
  Eigen::MatrixXd trajectory(3, 2);
  trajectory << 3, 4, 6, 8, 5, 0;
  CHECK(std::abs(watch->clearance(trajectory.row(0)).distance - 4) < 1e-9);
  CHECK(std::abs(watch->clearance(trajectory.row(1)).distance - 9) < 1e-9);
  CHECK(watch->is_below(trajectory.row(2), 4.5) && !watch->is_below(Eigen::VectorXd(trajectory.row(2)), 3.5));
#endif
}

void refusals() {
  const auto ball = clearance::shape::ball(1);
  CHECK(told([&] { clearance::distance(ball, clearance::shape::box(1, -1, 1)); }) ==
        "b.size[1] is -1: a number that is not negative is expected");
  CHECK(told([&] { clearance::hull(std::vector<array>{}); }) == "points has no point");
  CHECK(told([&] { clearance::mesh(std::vector<array>{{0, 0, 0}}, std::vector<std::array<std::uint32_t, 3>>{{0, 0, 7}}); })
            .find("vertex 7") != std::string::npos);
}

/// A callback that throws ends the question, and the exception passes to who asked, also from within another question.
void callbacks() {
  const auto ball = clearance::shape::ball(1).at(array{4, 0, 0});
  int calls = 0, throws_at = 1 << 30;
  auto cube = [&](const double *direction) {
    if (++calls == throws_at) throw std::out_of_range("call " + std::to_string(calls));
    return array{std::copysign(1, direction[0]), std::copysign(1, direction[1]), std::copysign(1, direction[2])};
  };
  const auto own = clearance::shape::own(cube);
  CHECK(std::abs(clearance::distance(own, ball).distance - 2) < 1e-9);
  const int all = calls;
  for (int at = 1; at <= all; ++at) {
    calls = 0;
    throws_at = at;
    CHECK(told([&] { clearance::distance(own, ball); }) == "another exception: call " + std::to_string(at));
    CHECK(calls == at);
  }
  throws_at = 1 << 30;
  CHECK(told([&] { clearance::distance(own, clearance::shape::ball(-1)); }).find("b.radius") == 0);
  auto nowhere = [](const double *) { return array{std::numeric_limits<double>::quiet_NaN(), 0, 0}; };
  CHECK(told([&] { clearance::distance(clearance::shape::own(nowhere), ball); }) ==
        "a.support failed, or returned a number that is not finite");
  // A support function that asks a question itself.
  auto asks = [&](const double *direction) {
    const auto far = clearance::shape::ball(1).at(array{1e6 * direction[0], 1e6 * direction[1], 1e6 * direction[2]});
    return clearance::distance(clearance::shape::box(1, 1, 1), far).a<array>();
  };
  CHECK(std::abs(clearance::distance(clearance::shape::own(asks), ball).distance - 2) < 1e-6);
}

} // namespace

int main() {
  vectors();
  surfaces();
  planes();
  nothing_in_vain();
  rows_of_a_trajectory();
  views();
  refusals();
  callbacks();
  std::puts(failed ? "FAILED" : "all is well");
  return failed;
}
